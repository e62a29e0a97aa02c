/** Other web sites, as browsers and the service see them. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Test } from 'tap'
import { portOf } from '../routes/socket.ts'

/** Starts a web server on 127.0.0.1 until the test ends. Returns its port and origin, and the paths of all requests. */
export const site = async (t: Pick<Test, 'teardown'>, answer: RequestListener) => {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const port = portOf(server)
  return { requested, port, origin: `http://127.0.0.1:${port}` }
}

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
  const { port } = await site(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page)
  })
  return `http://${host}:${port}/`
}

/** Serves texts by path until the test ends. Returns the origin of the site, and the paths that were requested. */
export const servingPages = (t: Test, pages: Readonly<Record<string, string>>) =>
  site(t, ({ url = '' }, response) => {
    const { [url]: page } = pages
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
