/** Serves `/metrics` on METRICS_PORT, with the metrics of this process or of all its workers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { Config } from './schemas/config.ts'

export { Registry }

/** Serves the metrics of this process. Returns a function that stops it. */
export const serveMetrics = (config: Config, registry: Registry) => serve(config, () => registry.metrics())

/** Serves the metrics that all workers send with `sendMetrics`. Returns a function that stops it. */
export const serveWorkerMetrics = (config: Config) => {
  const workers = new AggregatorRegistry()
  return serve(config, () => workers.clusterMetrics())
}

/**
 * Sends the metrics of this worker to the primary process when it asks. Each series has the label `worker`: in a sum
 * over workers, a counter would fall whenever a worker is replaced.
 */
export const sendMetrics = (registry: Registry, worker: number): void => {
  registry.setDefaultLabels({ worker: String(worker) })
  AggregatorRegistry.setRegistries(registry)
  // Its constructor starts to listen for messages of the primary.
  void new AggregatorRegistry()
}

const serve = async ({ HOST, METRICS_PORT }: Config, read: () => Promise<string>) => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
  server.listen(METRICS_PORT, HOST)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
