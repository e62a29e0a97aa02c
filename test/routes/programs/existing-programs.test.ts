/** Requests that programs written for the original service send, over a socket. */
import { Agent, request } from 'undici'
import t, { type Test } from 'tap'
import { build, converse, listen, numberFrom, openStream, remembering } from '../../support/index.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

const BLOG = 'LiveDesk/Blog/1'
const PUBLISHED = `${BLOG}/Post/Published`
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM = 'application/problem+json; charset=utf-8'

/** Starts the service on a socket. `send` sends the given headers and, by default, the `Accept` of a browser script. */
const start = async (t: Test, env: Readonly<Record<string, string>> = {}) => {
  const logged: string[] = []
  const built = await build(t, { MODULE: 'LiveDesk', ...env }, { logger: remembering(logged) })
  const port = await listen(built.app)
  const origin = `http://127.0.0.1:${port}`
  const dispatcher = new Agent()
  t.teardown(() => dispatcher.destroy())
  const send = async (method: Method, path: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await request(origin + path, {
      dispatcher,
      method,
      headers: { accept: 'application/json, text/javascript, */*; q=0.01', ...headers },
      ...(body !== undefined && { body })
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, text, document: () => JSON.parse(text) }
  }
  const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status
  return { ...built, port, origin, send, statusOf, logged }
}

const shared = await start(t)

/** Returns a service and a session: the service that the tests share, or one with settings. */
const serve = async (t: Test, env?: Readonly<Record<string, string>>) => {
  const service = env === undefined ? shared : await start(t, env)
  return { ...service, authorization: await service.tokenOf('admin') }
}

/** Returns a response without the parts that differ each time or between the two trees. */
const comparable = ({ status, headers, text }: { status: number; headers: object; text: string }) => {
  const others = { ...headers, date: '', 'cache-control': '', 'x-request-id': '' }
  return { status, others, text: text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, 'instance') }
}

/** The response to clients without a session below `/resources/my/`. */
const LOGIN_NEEDED = {
  status: 401,
  headers: {
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer realm="desk"',
    'access-control-allow-origin': '*'
  }
}

await t.test('/resources/my/ serves the same tree as /resources/, but only to sessions', async (t) => {
  const { send, statusOf, port, authorization } = await serve(t)
  for (const [path, status] of [
    ['', 200],
    ['/', 200],
    ['.json', 200],
    [`/${BLOG}`, 200],
    [`/${BLOG}.xml`, 200],
    ['/Data/PostType/', 200],
    [`/${PUBLISHED}?limit=3&X-Filter=Id,Creator.EMail`, 200],
    [`/${BLOG}?params=show`, 200],
    ['/Admin/JSONLocale/en', 200],
    ['/LiveDesk/Blog/99', 404],
    ['/nothing', 404],
    [`/${BLOG}?x=1`, 400],
    [`/${BLOG}/Post/Publish`, 405]
  ] as const) {
    const plain = await send('GET', `/resources${path}`, { authorization })
    const personal = await send('GET', `/resources/my${path}`, { authorization })
    t.equal(personal.status, status, path)
    t.same(comparable(personal), comparable(plain), `${path} gets the response of the plain address`)
    t.equal(personal.headers['cache-control'], status === 200 ? 'private, no-store' : 'no-store', path)
    for (const headers of [{}, { authorization: 'null' }, { authorization: '' }, { authorization: 'x'.repeat(43) }]) {
      const refused = await send('GET', `/resources/my${path}`, headers)
      t.has(refused, LOGIN_NEEDED, `${path} ${JSON.stringify(headers)}`)
    }
  }
  for (const target of ['//resources//my//LiveDesk/Blog/1', 'http://news.example/resources/my/LiveDesk/Blog/1']) {
    const head = `GET ${target} HTTP/1.1\r\nHost: news.example\r\nConnection: close\r\n`
    t.equal((await converse(port, `${head}\r\n`)).status, 401, target)
    t.equal((await converse(port, `${head}Authorization: ${authorization}\r\n\r\n`)).status, 200, target)
  }
  t.equal(await statusOf('GET', '/resources/mysterious'), 404, 'this address needs no session')
  t.equal(await statusOf('HEAD', `/resources/my/${BLOG}`), 401)
  t.equal(await statusOf('HEAD', `/resources/my/${BLOG}`, { authorization }), 200)
})

await t.test('below /resources/my/, clients that accept anything get JSON', async (t) => {
  const { app, authorization } = await serve(t)
  const typeOf = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
    const answer = await app.inject({ method, url: `/resources${url}`, headers: { host: 'desk.example', ...headers } })
    return String(answer.headers['content-type'])
  }
  const [xml, json] = ['application/xml; charset=utf-8', 'application/json; charset=utf-8']
  for (const accept of [{}, { accept: '*/*' }, { accept: '' }, { accept: ' */* ' }]) {
    const about = JSON.stringify(accept)
    // The cache responds before the router from the third request for a document on.
    for (let n = 0; n < 4; n++) {
      t.equal(await typeOf(`/${BLOG}`, accept), xml, `plain address, ${about}`)
      t.equal(await typeOf(`/my/${BLOG}`, { authorization, ...accept }), json, `personal address, ${about}`)
      t.equal(await typeOf(`/my/${BLOG}?Authorization=${authorization}`, accept), json, `token as parameter, ${about}`)
    }
    const own = { authorization, ...accept }
    t.equal(await typeOf(`/my/${BLOG}.xml`, own), xml, `extension, ${about}`)
    t.equal(await typeOf(`/my/${BLOG}?Accept=application/xml`, own), xml, `parameter, ${about}`)
    t.equal(await typeOf(`/my/${BLOG}/Post`, own, 'POST'), PROBLEM, `bad body, ${about}`)
    t.equal(await typeOf('/my/nothing', own), PROBLEM, `unknown address, ${about}`)
    t.equal(await typeOf(`/my/${BLOG}`, accept), PROBLEM, `no session, ${about}`)
  }
  t.equal(await typeOf(`/my/${BLOG}`, { authorization, accept: 'text/xml' }), 'text/xml; charset=utf-8')
})

await t.test('responses to sessions are neither cached nor served from the cache', async (t) => {
  const { send, statusOf, sql, authorization } = await serve(t, { PUBLIC_DRAFTS: 'false', PUBLIC_PROFILES: 'false' })
  const people = 'HR/User/2'
  const drafts = `${BLOG}/Post?limit=5&X-Filter=IsPublished,Creator.EMail`
  for (const [path, secret] of [
    [people, /@/],
    [drafts, /"IsPublished":"False"/]
  ] as const) {
    const requests = [
      [`/resources/my/${path}`, { authorization }],
      [`/resources/${path}${path.includes('?') ? '&' : '?'}Authorization=${authorization}`, {}],
      [`/resources/my/${path}${path.includes('?') ? '&' : '?'}authorization=${authorization}`, {}]
    ] as const
    // The cache responds before the router from the third request for a document on.
    for (let n = 0; n < 4; n++) {
      t.notMatch((await send('GET', `/resources/${path}`)).text, secret, 'without a session')
      t.equal(await statusOf('GET', `/resources/my/${path}`), 401, 'without a session')
      for (const [address, headers] of requests) t.match((await send('GET', address, headers)).text, secret, address)
    }
    for (const [address] of requests.slice(1)) {
      t.notMatch((await send('GET', address.replace(authorization, 'x'.repeat(43)))).text, secret, 'with a wrong token')
    }
  }
  const { etag = '' } = (await send('GET', `/resources/my/${BLOG}`, { authorization })).headers
  const again = { authorization, 'if-none-match': String(etag) }
  const unchanged = { status: 304, headers: { 'cache-control': 'private, no-store' } }
  t.has(await send('GET', `/resources/my/${BLOG}`, again), unchanged)
  await sql`delete from sessions`
  t.equal(await statusOf('GET', `/resources/my/${BLOG}`, again), 401, 'an ended session gets no 304')
})

await t.test('the token may be a query parameter, which no response and no log line repeats', async (t) => {
  const { app, send, logged, authorization, tokenOf, origin } = await serve(t)
  const tokenOfMira = await tokenOf('mira')
  for (const name of ['Authorization', 'authorization', 'AUTHORIZATION', '%41uthorization', 'Authorizatio%6E']) {
    const list = await send('GET', `/resources/${PUBLISHED}?limit=2&${name}=${authorization}&X-Filter=Id`)
    t.has(list, { status: 200, headers: { 'cache-control': 'private, no-store' } }, name)
    t.match(list.headers['link'], /limit=2/)
    for (const answer of [
      list,
      await send('GET', `/resources/${BLOG}?${name}=${authorization}`),
      await send('GET', `/resources/nothing?${name}=${authorization}`),
      await send('GET', `/resources/${BLOG}?${name}=${authorization}&x=1`),
      await send('GET', `/resources/%?${name}=${authorization}`),
      await send('GET', `/resources/${BLOG}?params=show&${name}=${authorization}`),
      await send('POST', `/resources/${BLOG}/Post?${name}=Bearer+${authorization}`, FORM, 'Content=x'),
      await send('POST', `/resources/${BLOG}/Post?${name}=${authorization}`, FORM, ''),
      await send('GET', `/live/1?${name}=${authorization}`),
      await send('GET', '/pages/none.css', { referer: `${origin}/live/1?${name}=${authorization}` })
    ]) {
      t.notMatch(`${JSON.stringify(answer.headers)}${answer.text}`, authorization, name)
    }
  }
  const insert = (headers: Record<string, string>, query: string) =>
    send('POST', `/resources/${BLOG}/Post${query}`, { ...FORM, ...headers }, 'Content=x')
  const parameter = `?Authorization=${authorization}`
  t.equal((await insert({}, parameter)).status, 201)
  t.equal((await insert({}, '')).status, 401)
  const { Creator } = (await insert({ authorization: tokenOfMira }, parameter)).document()
  t.match(Creator, { Id: '2' }, 'the header overrides the parameter')
  t.equal((await insert({ authorization: 'null' }, parameter)).status, 401, 'even if the header is invalid')
  t.ok(logged.length > 10)
  const unexpected = logged.filter((line) => line.includes(authorization))
  t.same(unexpected, [], 'no log line contains the token')
  t.equal((await app.inject({ url: `/resources/my/${BLOG}?Authorization=${authorization}` })).statusCode, 200)
})

await t.test('Accept may be a query parameter, which overrides the header', async (t) => {
  const { send, statusOf } = await serve(t)
  for (let n = 0; n < 4; n++) {
    for (const [query, accept, type] of [
      ['', 'application/xml', 'application/xml'],
      ['?Accept=application/json', 'application/xml', 'application/json'],
      ['?accept=text/json', '*/*', 'text/json'],
      ['?Accept=text%2Fxml', 'application/json', 'text/xml']
    ] as const) {
      const answer = await send('GET', `/resources/${BLOG}${query}`, { accept })
      t.has(answer, { status: 200, headers: { 'content-type': `${type}; charset=utf-8` } }, query)
    }
  }
  t.equal(await statusOf('GET', `/resources/${BLOG}?Accept=image/png`), 406)
})

await t.test('PUT and DELETE may be sent as POST with X-HTTP-Method-Override', async (t) => {
  const { send, statusOf, authorization, sql } = await serve(t)
  const withOverride = (method: string) => ({ authorization, 'x-http-method-override': method })
  const insert = async () =>
    (await send('POST', `/resources/my/${BLOG}/Post`, { authorization, ...FORM }, 'Content=x')).document()
  const { Id } = await insert()
  const post = `/resources/my/${BLOG}/Post/${Id}`
  const edited = await send('POST', post, { ...withOverride('PUT'), ...FORM }, 'Content=y')
  t.same({ status: edited.status, Content: edited.document().Content }, { status: 200, Content: 'y' })
  const editedAgain = await send('POST', post, { ...withOverride('put'), ...JSON_TYPE }, '{"Content":"z"}')
  t.equal(editedAgain.document().Content, 'z')
  t.equal(await statusOf('POST', `${post}/Post/50/Reorder?before=true`, withOverride('PUT')), 200)
  for (const [headers, body] of [
    [{}, undefined],
    [{}, '{}'],
    [JSON_TYPE, '{}'],
    [JSON_TYPE, ''],
    [FORM, ''],
    [FORM, 'a=b']
  ] as const) {
    const { Id: id } = await insert()
    const deleting = { ...withOverride('DELETE'), ...headers }
    const status = await statusOf('POST', `/resources/my/Data/Post/${id}`, deleting, body)
    t.equal(status, 204, `${JSON.stringify(headers)} ${body}`)
    t.equal((await sql`select from posts where id = ${id} and deleted_on is null`).count, 0)
  }
  const anonymous = { 'x-http-method-override': 'PUT', ...FORM }
  t.equal(await statusOf('POST', `/resources/${BLOG}`, anonymous, 'Title=x'), 401)
  const refused = await send('POST', `/resources/${BLOG}/Post`, withOverride('PUT'))
  t.has(refused, { status: 405, headers: { allow: 'GET, HEAD, POST, OPTIONS' } }, 'the override does not insert a post')
  const count = () => numberFrom(sql`select count(*)::integer from posts where deleted_on is null`)
  const before = await count()
  for (const [method, override] of [
    ['GET', 'DELETE'],
    ['GET', 'PUT'],
    ['PUT', 'DELETE'],
    ['POST', 'PATCH'],
    ['POST', 'GET'],
    ['POST', '']
  ] as const) {
    const answer = await send(method, post, withOverride(override))
    const expected = { status: 400, headers: { 'access-control-allow-origin': '*' } }
    t.has(answer, expected, `${method} as ${override}`)
    const reason = 'must be PUT or DELETE, on a POST; send other methods directly'
    t.match(answer.document(), {
      detail: `X-HTTP-Method-Override ${reason}`,
      errors: [{ place: 'X-HTTP-Method-Override', reason }]
    })
  }
  t.equal(await count(), before)
  const preflight = await send('OPTIONS', post, {
    origin: 'https://paper.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-http-method-override,authorization'
  })
  t.equal(preflight.status, 204, 'a preflight needs no session')
})

await t.test('below /resources/my/, JSON needs no Content-Type, and an empty body takes any', async (t) => {
  const { send, authorization } = await serve(t)
  const insert = (path: string, headers: Record<string, string>, body: string) =>
    send('POST', `/resources${path}`, { authorization, ...headers }, body)
  const json = '{"Content":"no type","Meta":{}}'
  const text = { 'content-type': 'text/plain;charset=UTF-8' }
  t.equal((await insert(`/my/${BLOG}/Post`, {}, json)).status, 201, 'JSON without a Content-Type')
  t.equal((await insert(`/${BLOG}/Post`, {}, json)).status, 415, 'JSON at the plain address needs a Content-Type')
  t.equal((await insert(`/my/${BLOG}/Post`, text, json)).status, 415, 'the Content-Type must be that of JSON')
  t.equal((await insert(`/my/${BLOG}/Post`, {}, '')).status, 400)
  for (const base of ['', '/my']) {
    for (const headers of [{}, JSON_TYPE, FORM, { 'content-type': 'application/xml' }, text]) {
      const { Id } = (await insert(`/${BLOG}/Post`, JSON_TYPE, json)).document()
      const { status } = await insert(`${base}/${BLOG}/Post/${Id}/Publish`, headers, '')
      t.equal(status, 201, `an empty body with ${JSON.stringify(headers)}`)
    }
  }
})

await t.test('a stream below /resources/my/ ends when its session ends', async (t) => {
  const { send, origin, authorization, tokenOf } = await serve(t)
  const leaving = await tokenOf('naama')
  const address = `${origin}/resources/my/${PUBLISHED}?X-Filter=Content`
  t.equal((await openStream(address, { accept: 'text/event-stream' })).status, 401)
  const stream = await openStream(address, { accept: 'text/event-stream', authorization: leaving })
  // The EventSource of a browser cannot send headers.
  const source = await openStream(`${address}&stream&Authorization=${authorization}`)
  t.same({ stream: stream.status, source: source.status }, { stream: 200, source: 200 })
  await send('POST', `/resources/my/${PUBLISHED}`, { authorization, ...FORM }, 'Content=Stop+press')
  for (const open of [stream, source]) t.match((await open.next()).data, 'Stop press')
  t.equal((await send('DELETE', '/resources/my/Security/Login', { authorization: leaving })).status, 204)
  t.same({ type: (await stream.next()).type, rest: await stream.rest() }, { type: 'close', rest: [] })
  await send('POST', `/resources/my/${PUBLISHED}`, { authorization, ...FORM }, 'Content=Late+edition')
  t.match((await source.next()).data, 'Late edition', 'the stream of another session continues')
  await source.close()
})

const NEW_BLOG = { Creator: '1', Description: 'About it', Language: '1', Title: 'Title', Type: '1' }

await t.test('the test suite of the original embed can set up a blog', async (t) => {
  const { send, statusOf, authorization } = await serve(t)
  const headers = { authorization, accept: 'application/json', ...JSON_TYPE }
  const idIn = (href: string) => /(\d+)\/?$/.exec(href)?.[1]
  const post = async (path: string, body: object) => {
    const answer = await send('POST', `/resources/my/${path}`, headers, JSON.stringify(body))
    t.equal(answer.status, 201, `${path} ${answer.text}`)
    return answer.document()
  }
  const { href } = await post('LiveDesk/Blog', NEW_BLOG)
  const blog = `LiveDesk/Blog/${idIn(href)}`
  const [first, second] = [
    await post(`${blog}/Post`, { Meta: {}, Content: 'first', Type: 'normal', Creator: '1' }),
    await post(`${blog}/Post`, { Meta: {}, Content: 'second', Type: 'normal', Creator: '1' })
  ].map(({ href }) => `${blog}/Post/${idIn(href)}`)
  for (const path of [first, second]) await post(`${path}/Publish`, {})
  t.equal(await statusOf('PUT', `/resources/my/${first}`, headers, '{"Content":"corrected"}'), 200)
  const untyped = await statusOf('PUT', `/resources/my/${first}`, { authorization }, '{"Content":"once more"}')
  t.equal(untyped, 200, 'JSON without a Content-Type')
  const reorder = `/resources/my/${first}/Post/${idIn(second ?? '')}/Reorder?before=true`
  t.equal(await statusOf('PUT', reorder, { authorization }), 200)
  const contents = async () => {
    const { PostList } = (await send('GET', `/resources/${blog}/Post/Published?X-Filter=Content`)).document()
    return PostList.map(({ Content }: { Content: string }) => Content)
  }
  t.same(await contents(), ['once more', 'second'])
  await post(`${second}/Unpublish`, {})
  t.equal(await statusOf('DELETE', `/resources/my/Data/Post/${idIn(first ?? '')}`, headers, '{}'), 204)
  t.same(await contents(), [])
  const emptying = await statusOf('PUT', '/resources/Tool/TestFixture/default', headers, '{}')
  t.equal(emptying, 404, 'the service has no request that empties the database')
})

await t.test('the user interface of the original can run a blog', async (t) => {
  const { send, authorization, sql } = await serve(t)
  const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  /** Sends a request as the scripts of the original do. Checks its status, and returns its document. */
  const run = async (path: string, status: number, body?: string | object, headers = {}) => {
    const [text, type] = typeof body === 'object' ? [formOf({ ...body }), FORM] : [body, {}]
    const script = { authorization, 'x-requested-with': 'XMLHttpRequest', ...type, ...headers }
    const answer = await send('POST', `/resources/my/${path}`, script, text)
    t.equal(answer.status, status, `${path} ${answer.text}`)
    return status === 201 ? answer.document() : {}
  }
  const [put, remove] = ['PUT', 'DELETE'].map((method) => ({ 'x-http-method-override': method }))
  const blog = `LiveDesk/Blog/${(await run('LiveDesk/Blog', 201, NEW_BLOG)).Id}`
  const EmbedConfig = '{"theme":"default","UserComments":true}'
  await run(blog, 200, { EmbedConfig, Title: 'New title', OutputLink: 'http://paper.example/live' }, put)
  for (const [body, type] of [
    ['{}', JSON_TYPE],
    ['{}', {}],
    ['', FORM],
    [undefined, {}]
  ] as const) {
    await run(`${blog}/PutLive`, 200, body, { ...put, ...type })
  }
  for (const end of ['Add', 'Type/Administrator']) {
    await run(`${blog}/Collaborator/17/${end}`, 200, '{}', { ...put, ...JSON_TYPE })
  }
  await run(`${blog}/Collaborator/17/Remove`, 204, '{}', { ...remove, ...JSON_TYPE })

  const { Id } = await run(`${blog}/Post`, 201, { Content: 'draft', Type: 'normal', Meta: '{}' })
  const post = `${blog}/Post/${Id}`
  for (const step of ['Hide', 'Unhide']) await run(`${post}/${step}`, 201)
  for (const [step, IsPublished] of Object.entries({ Publish: 'True', Unpublish: 'False' })) {
    const shown = await run(`${post}/${step}`, 201, undefined, { 'x-filter': 'CId,Order,IsPublished' })
    t.match(shown, { CId: /^\d+$/, Order: /^\d/, IsPublished })
  }
  await run(post, 200, { Content: 'corrected', Meta: '{"a":1}' }, put)
  await run(`Data/Post/${Id}`, 204, undefined, remove)

  const comment = () =>
    send('POST', `/resources/${blog}/Comment/Post`, JSON_TYPE, '{"UserName":"Sam","CommentText":"Hello"}')
  t.equal((await comment()).status, 201, 'the embed sends a comment of a reader')
  await run(blog, 200, { ClosedOn: '2026-11-22 21:00:00' }, put)
  t.equal((await comment()).status, 409)
  t.equal((await sql`select from posts where content = 'Hello'`).count, 1)
  const { status } = await send('POST', '/resources/Security/Authentication', FORM, 'userName=admin')
  t.equal(status, 404, 'the login of the original with a stored secret does not exist')
})
