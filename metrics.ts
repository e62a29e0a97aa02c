/** Serves `/metrics` on METRICS_PORT. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import type { Config } from './schemas/config.ts'

/** Holds the metrics of this process. */
export const registry = new Registry()

/**
 * Serves the metrics. Returns a function that stops it.
 * @param log prints a line for the operator
 */
export const serveMetrics = async (
  { HOST, METRICS_PORT }: Pick<Config, 'HOST' | 'METRICS_PORT'>,
  log: (line: string) => void
) => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
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
