/** Other web sites, as browsers see them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Test } from 'tap'
import { portOf } from '../routes/socket.ts'

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
  return `http://${host}:${portOf(server)}/`
}

/** Serves texts by path until the test ends. Returns the origin of the site, and the paths that were requested. */
export const servingPages = async (t: Test, pages: Readonly<Record<string, string>>) => {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested.push(url)
    const { [url]: page } = pages
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${portOf(server)}`, requested }
}
