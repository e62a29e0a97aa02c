/** A method that an address does not support is answered 405 with the supported ones, whatever else is wrong. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { expectRefusal } from '../problem.ts'
import { stateOf } from '../state.ts'

const readOnly = 'GET, HEAD, OPTIONS'
/** Addresses, each with the methods that it supports. */
const addresses = [
  ['/resources', readOnly],
  ['/resources/Desk/Blog/', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/Live', readOnly],
  ['/resources/Desk/Blog/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/9999', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/84', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/84/Publish', 'POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Published', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Publish', 'POST, OPTIONS'],
  ['/resources/Desk/Blog/3/Post/Unpublished', readOnly],
  ['/resources/HR/User/2', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/resources/Desk/Blog/3/Comment/Post', 'GET, HEAD, POST, OPTIONS'],
  ['/resources/HR/User/2/MetaData/Upload', 'POST, OPTIONS'],
  ['/resources/Data/Post', readOnly],
  ['/resources/Admin/File', readOnly],
  ['/resources/Security/Login', 'POST, DELETE, OPTIONS']
] as const

await t.test('an unsupported method is answered 405 with the supported ones', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const before = await stateOf(sql)
  const authorization = await tokenOf('admin')

  for (const [url, allow] of addresses) {
    const supported: readonly string[] = allow.split(', ')
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const).filter(
      (name) => !supported.includes(name)
    )) {
      const bodies =
        method === 'GET' || method === 'TRACE'
          ? []
          : ([
              ['{', 'application/json'],
              ['<', 'application/xml'],
              ['x', 'image/png']
            ] as const)
      for (const request of [
        { url, method },
        { url, method, headers: { authorization } },
        ...bodies.map(([payload, type]) => ({ url, method, payload, headers: { 'content-type': type } }))
      ]) {
        await expectRefusal(t, app, request, {
          status: 405,
          kind: 'method-not-allowed',
          detail: new RegExp(allow),
          places: [],
          about: `${method} ${url}`
        })
      }
      t.equal((await app.inject({ url, method })).headers.allow, allow, `${method} ${url}`)
    }
    if (!supported.includes('HEAD')) {
      const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url })
      t.same({ statusCode, allow: headers.allow, body }, { statusCode: 405, allow, body: '' }, `HEAD ${url}`)
    }
  }
  t.same(await stateOf(sql), before, 'nothing was stored')
})
