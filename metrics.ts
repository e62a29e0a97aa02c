/** Serves `/metrics` on METRICS_PORT, with the metrics of this process or of all its workers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { Config } from './schemas/config.ts'

/** Holds the metrics of this process. */
export const registry = new Registry()

type Address = Pick<Config, 'HOST' | 'METRICS_PORT'>
/** Prints a line for the operator. */
type Log = (line: string) => void

/** Serves the metrics of this process. Returns a function that stops it. */
export const serveMetrics = (config: Address, log: Log) => serve(config, () => registry.metrics(), log)

/** Serves the metrics that all workers send with `sendMetrics`. Returns a function that stops it. */
export const serveWorkerMetrics = (config: Address, log: Log) => {
  const workers = new AggregatorRegistry()
  return serve(config, () => workers.clusterMetrics(), log)
}

/**
 * Sends the metrics of this worker to the primary process when it asks. Each series has the label `worker`: in a sum
 * over workers, a counter would fall whenever a worker is replaced.
 */
export const sendMetrics = (worker: number): void => {
  registry.setDefaultLabels({ worker: String(worker) })
  AggregatorRegistry.setRegistries(registry)
  // Its constructor starts to listen for messages of the primary.
  void new AggregatorRegistry()
}

const serve = async ({ HOST, METRICS_PORT }: Address, read: () => Promise<string>, log: Log) => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log(`Metrics could not be read: ${String(error)}`)
        response.writeHead(500).end()
      }
    )
  })
  server.listen(METRICS_PORT, HOST)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
