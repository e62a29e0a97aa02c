/** CORS: pages of any origin may read, and write with a token. Every address answers preflight requests. */
import t from 'tap'
import { build } from '../../support/app.ts'

const listOf = (header: unknown) => String(header).split(', ')

const { app } = await build(t)
const origin = 'https://embed.example'

await t.test('a preflight request allows the method and headers at every address', async (t) => {
  for (const [url, method] of [
    ['/resources/Desk/Blog', 'GET'],
    ['/resources/Desk/Blog?limit=1', 'GET'],
    ['/resources/Desk/Blog/3/Post/Published?cId.since=4&X-Filter=Id', 'GET'],
    ['/resources/Desk/Blog/3.json', 'GET'],
    ['/resources/Desk/Blog/3/Post/Publish', 'POST'],
    ['/resources/Security/Login', 'POST'],
    ['/resources/Security/Login', 'DELETE']
  ] as const) {
    const { statusCode, headers, body } = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type'
      }
    })
    t.equal(statusCode, 204, `${method} ${url}`)
    t.equal(body, '')
    t.equal(headers['access-control-allow-origin'], '*')
    t.ok(listOf(headers['access-control-allow-methods']).includes(method), method)
    for (const name of ['Authorization', 'Content-Type']) {
      t.ok(listOf(headers['access-control-allow-headers']).includes(name), name)
    }
  }
})

await t.test('OPTIONS lists the methods of an address', async (t) => {
  for (const [url, allow] of [
    ['/resources', 'GET, HEAD, OPTIONS'],
    ['/resources/Desk/Blog/3/Post/', 'GET, HEAD, POST, OPTIONS'],
    ['/resources/Desk/Blog/3/Post/Published', 'GET, HEAD, POST, OPTIONS'],
    ['/resources/Desk/Blog/3/Post/Publish', 'POST, OPTIONS'],
    ['/resources/Security/Login', 'POST, DELETE, OPTIONS']
  ] as const) {
    const { statusCode, headers, body } = await app.inject({ method: 'OPTIONS', url })
    t.same({ statusCode, body, allow: headers.allow }, { statusCode: 204, body: '', allow }, url)
  }
})
