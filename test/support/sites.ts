/** Other web sites, as browsers see them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Test } from 'tap'

/**
 * Serves a page of another origin until the test ends. Returns its address.
 * @param host `localhost` is another site than `127.0.0.1`; the same name with another port is only another origin
 */
export const otherSite = async (
  t: Test,
  host: string,
  page: string,
  headers: Readonly<Record<string, string>> = {}
) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://${host}:${address.port}/`
}
