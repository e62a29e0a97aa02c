/** Pages of any origin may read and, with a token, write; the preflight of a browser is answered at every address. */
import t from '../../support/tap.ts'
import { build } from '../../support/app.ts'

const listOf = (header: unknown) => String(header).split(', ')

await t.test('cross-origin requests', async (t) => {
  const { app, get, post, tokenOf } = await build(t)
  const authorization = await tokenOf('bjarki')
  const origin = 'https://embed.example'

  await t.test('read every answer, errors too', async (t) => {
    for (const [url, status] of [
      ['/resources', 200],
      ['/resources/Desk/Blog/99', 404],
      ['/resources/nothing', 404],
      ['/resources/Desk/Blog?x=1', 400]
    ] as const) {
      const { statusCode, headers } = await get(url, { origin })
      t.equal(statusCode, status, url)
      t.equal(headers['access-control-allow-origin'], '*', url)
    }
    const { statusCode, headers } = await post(
      '/resources/Desk/Blog/3/Post',
      { Content: 'x' },
      { origin, authorization }
    )
    t.equal(statusCode, 201)
    t.equal(headers['access-control-allow-origin'], '*')
    t.ok(listOf(headers['access-control-expose-headers']).includes('Location'), 'a page may read Location')
  })

  await t.test('are preflighted', async (t) => {
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

  await t.test('OPTIONS tells what an address takes', async (t) => {
    for (const [url, allow] of [
      ['/resources', 'GET, HEAD, OPTIONS'],
      ['/resources/Desk/Blog/3/Post/', 'GET, HEAD, POST, OPTIONS'],
      ['/resources/Desk/Blog/3/Post/Published', 'GET, HEAD, POST, OPTIONS'],
      ['/resources/Desk/Blog/3/Post/Publish', 'POST, OPTIONS'],
      ['/resources/Security/Login', 'POST, DELETE, OPTIONS']
    ] as const) {
      const { statusCode, headers, body } = await app.inject({ method: 'OPTIONS', url })
      t.same([statusCode, body, headers.allow], [204, '', allow], url)
    }
  })
})
