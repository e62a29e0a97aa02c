/** The log has the id that a client is told, and no secret. Metrics count every request, also hits of the cache. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { golden } from '../../support/golden.ts'
import { build, listen, openStream, remembering, replicaOf, until } from '../../support/index.ts'
import { dataDir } from '../../support/stage.ts'

const serve = async (t: Test) => {
  const lines: string[] = []
  const built = await build(t, {}, { logger: remembering(lines) })
  const port = await listen(built.app)
  return { ...built, port, origin: `http://127.0.0.1:${port}`, lines }
}

await t.test('request ids', async (t) => {
  const { origin, lines, tokenOf } = await serve(t)
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) => {
    const answer = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) })
    const text = await answer.text()
    return { id: answer.headers.get('x-request-id'), instance: /"instance":"([^"]+)"/.exec(text)?.[1] }
  }
  const isLogged = (id: string | null) => lines.some((line) => line.includes(`"instance":"${id}"`))

  const refused = await ask('/resources/Desk/Blog/99.json')
  t.match(refused.id, /^[0-9a-f-]{36}$/)
  t.equal(refused.instance, refused.id)
  t.ok(isLogged(refused.id))

  const given = await ask('/resources/Desk/Blog/99.json', { 'x-request-id': 'from-the-proxy_1' })
  t.same(given, { id: 'from-the-proxy_1', instance: 'from-the-proxy_1' })
  t.ok(isLogged('from-the-proxy_1'))

  for (const wrong of ['short', 'x'.repeat(65), 'spaces are wrong', '{"level":60}', 'émission']) {
    const { id } = await ask('/resources/Desk/Blog/99', { 'x-request-id': Buffer.from(wrong).toString('latin1') })
    t.match(id, /^[0-9a-f-]{36}$/, wrong)
  }

  const authorization = await tokenOf('admin')
  const made = await ask('/resources/Desk/Blog/1/Post', { authorization, 'x-request-id': 'a-write-01' }, 'POST')
  t.equal(made.id, 'a-write-01', 'a refused write')
  const json = { authorization, 'content-type': 'application/json', 'x-request-id': 'a-write-02' }
  t.equal((await ask('/resources/Desk/Blog/1/Post', json, 'POST', '{"Content":"x"}')).id, 'a-write-02', 'a write')
  t.equal((await ask('/resources/Desk/Blog/1')).id, null, 'a document is for many requests')
})

await t.test('secrets', async (t) => {
  const { app, origin, port, lines, tokenOf, sql } = await serve(t)
  const token = await tokenOf('admin')
  const password = 'a-password-nobody-logs'
  const secrets = { token, password, cookie: 'cookie-nobody-logs', content: 'content-nobody-logs' }
  const headers = { authorization: token, cookie: `session=${secrets.cookie}`, 'content-type': 'application/json' }
  const post = async (path: string, body: string) => {
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    return answer.status
  }
  const raw = async (request: string) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.resume().end(request)
    await once(socket, 'close')
  }
  const login = JSON.stringify({ UserName: 'admin', Password: password })
  const statuses = [
    await post('/resources/Desk/Blog/1/Post', JSON.stringify({ Content: secrets.content })),
    await post('/resources/Desk/Blog/1/Post', `{"Content":"${secrets.content}"`),
    await post('/resources/Desk/Blog/1/Post', JSON.stringify({ Nothing: secrets.content })),
    await post('/resources/Security/Login', login),
    await post('/resources/Security/Login', login.replace('}', '')),
    await post('/resources/Nothing', login),
    await post('/resources/%', login)
  ]
  t.same(statuses, [201, 400, 400, 401, 400, 404, 400])
  for (const query of [
    `Authorization=${token}`,
    `authorization=${token}`,
    `x=1&%41uthorization=${token}`,
    `Authorization=${token}&limit=x`
  ]) {
    for (const path of ['', '/my', '/Desk/Blog/99', '/nothing', '/Desk/Blog/1/Post/Published']) {
      await (await fetch(`${origin}/resources${path}?${query}`, { headers })).arrayBuffer()
    }
    await raw(`GET /resources?${query} HTTP/1.1\r\nHost: a\r\nBroken\r\nAuthorization: ${token}\r\n\r\n`)
    await raw(`GET /resources/%?${query} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  }

  // The database refuses rows that it stored before: the cause of a 500 is logged.
  await sql`alter table sessions add constraint nothing_more check (name = 'impossible') not valid`
  await sql`alter table posts add constraint nothing_more check (content = 'impossible') not valid`
  t.equal(await post('/resources/Desk/Blog/1/Post', JSON.stringify({ Content: secrets.content })), 500)
  await app.close()

  t.ok(lines.length > 40, `${lines.length} lines`)
  const holds = lines.some((line) => line.includes('nothing_more'))
  t.ok(holds, 'the cause of a failure is logged')
  for (const [what, secret] of Object.entries(secrets)) {
    const telling = lines.filter((line) => line.includes(secret))
    t.same(telling, [], what)
  }
})

/** Address of a database that does not answer. */
const NOWHERE = 'postgres://desk@127.0.0.1:1/desk'
const noSettings = async (t: Test) => readConfig({ DATA_DIR: await dataDir(t) })

await t.test('a database that does not answer is one line without a stack', async (t) => {
  const lines: string[] = []
  const logger = remembering(lines, 'warn')
  const app = await buildApp(await noSettings(t), { databaseUrl: NOWHERE, logger })
  t.teardown(() => app.close())
  await app.ready()
  const [line = '', ...others] = lines.filter((each) => each.includes('the database does not answer'))
  t.match(JSON.parse(line), { level: 40, reason: 'connect ECONNREFUSED 127.0.0.1:1' })
  t.notMatch(line, /stack|node_modules/)
  t.same(others, [])
})

await t.test('an embedded database that does not answer because its disk is full says so', async (t) => {
  const lines: string[] = []
  const logger = remembering(lines, 'warn')
  // A file system without any space.
  const app = await buildApp(await noSettings(t), { databaseUrl: NOWHERE, databaseFolder: '/proc', logger })
  t.teardown(() => app.close())
  await app.ready()
  t.match(lines.join(''), 'connect ECONNREFUSED 127.0.0.1:1. No space is left in /proc: make room')
})

await t.test('a folder that takes no uploads is an error at the start, and readers are served', async (t) => {
  const lines: string[] = []
  const built = await build(t, {}, { logger: remembering(lines, 'error') })
  t.same(lines, [])
  const DATA_DIR = t.testdir({ files: 'a file in place of the folder' })
  const replica = await replicaOf(t, built, { DATA_DIR }, { logger: remembering(lines, 'error') })
  const [line = '', ...others] = lines
  t.match(JSON.parse(line), { msg: 'files cannot be uploaded', err: { code: 'ENOTDIR' } })
  t.same(others, [])
  t.equal((await replica.inject('/resources/Desk/Blog/1')).statusCode, 200)
})

await t.test('metrics say that the database is away', async (t) => {
  const registry = new Registry()
  const app = await buildApp(await noSettings(t), { databaseUrl: NOWHERE, registry })
  t.teardown(() => app.close())
  await app.ready()
  const lines = (await registry.metrics()).split('\n')
  t.ok(lines.includes('desk_change_feed_age_seconds +Inf'))
  t.ok(lines.includes('desk_streams 0'))
  const unknown = lines.filter((line) => /^desk_(webhooks|sync)_/.test(line))
  t.same(unknown, [], 'numbers that only the database knows are left out')
})

await t.test('metrics', async (t) => {
  const registry = new Registry()
  const { app, post, tokenOf } = await build(t, { DATABASE_POOL: '10' }, { registry })
  const origin = `http://127.0.0.1:${await listen(app)}`
  /** The value of a series, by its name and labels as they are written. */
  const valueOf = async (series: string) => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  const get = async (path: string, headers = {}, method = 'GET') => {
    const answer = await fetch(origin + path, { method, headers })
    await answer.arrayBuffer()
    return answer
  }
  const BLOG = '/resources/Desk/Blog/:blogId'
  /** Waits for a value: a client has its response before the service counts it. */
  const expectValue = async (t: Test, series: string, value: number) => {
    await until(() => valueOf(series), value)
    t.pass(series)
  }
  const expectRequests = (t: Test, count: number, status: number, route: string, method = 'GET') =>
    expectValue(t, `desk_http_requests_total{method="${method}",route="${route}",status="${status}"}`, count)

  await t.test('count requests by route and status, from the cache or not', async (t) => {
    const startedAt = performance.now()
    const etag = String((await get('/resources/Desk/Blog/1')).headers.get('etag'))
    for (let n = 0; n < 4; n++) await get('/resources/Desk/Blog/1')
    for (let n = 0; n < 3; n++) await get('/resources/Desk/Blog/1', { 'if-none-match': etag })
    await get('/resources/Desk/Blog/99')
    await get('/nothing/secret-address')
    await get('/resources/Desk/Blog/1/Post', {}, 'POST')
    await expectRequests(t, 5, 200, BLOG)
    await expectRequests(t, 3, 304, BLOG)
    await expectRequests(t, 1, 404, BLOG)
    await expectRequests(t, 1, 404, 'none')
    await expectRequests(t, 1, 401, `${BLOG}/Post`, 'POST')
    const hits = Number(await valueOf('desk_cache_hits_total'))
    const misses = Number(await valueOf('desk_cache_misses_total'))
    // On a busy machine, the change feed may be too late for a hit.
    t.ok(hits > 0, `${hits} hits`)
    t.equal(hits + misses, 9)
    t.ok(Number(await valueOf('desk_cache_bytes')) > 1000)

    const timed = Number(await valueOf(`desk_http_request_duration_seconds_count{method="GET",route="${BLOG}"}`))
    t.ok(timed >= 3 && timed < 9, `${timed} were not answered from the cache before the router`)
    const seconds = Number(await valueOf(`desk_http_request_duration_seconds_sum{method="GET",route="${BLOG}"}`))
    const elapsed = (performance.now() - startedAt) / 1000
    t.ok(seconds > 0 && seconds < elapsed, `${seconds} s in one request after the other, of ${elapsed} s`)
  })

  await t.test('count open streams, and leave their duration out', async (t) => {
    const path = '/resources/Desk/Blog/3/Post/Published'
    const stream = await openStream(`${origin}${path}?stream`)
    t.equal(await valueOf('desk_streams'), 1)
    await stream.close()
    await expectRequests(t, 1, 200, `${BLOG}/Post/Published`)
    await expectValue(t, 'desk_streams', 0)
    t.notMatch(await registry.metrics(), 'duration_seconds_count{method="GET",route="/resources/Desk/Blog/:blogId/Post')
    await get('/resources/Desk/Blog/99/Post/Published?stream')
    await expectRequests(t, 1, 404, `${BLOG}/Post/Published`)
  })

  await t.test('show the database, the change feed, the event loop and the process', async (t) => {
    t.equal(await valueOf('desk_database_slots{kind="read"}'), 10)
    t.equal(await valueOf('desk_database_slots{kind="write"}'), 5)
    await expectValue(t, 'desk_database_running{kind="read"}', 0)
    t.equal(await valueOf('desk_database_waiting{kind="write"}'), 0)
    t.ok(Number(await valueOf('desk_database_wait_seconds_count{kind="read"}')) >= 3)
    await post('/resources/Desk/Blog/1/Post', { Content: 'x' }, { authorization: await tokenOf('admin') })
    t.ok(Number(await valueOf('desk_database_wait_seconds_count{kind="write"}')) >= 1)
    t.ok(Number(await valueOf('desk_change_feed_age_seconds')) < 2)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_open_fds']) {
      t.ok(Number(await valueOf(name)) > 0, name)
    }
  })
  await t.test('have names, texts and buckets that change only on purpose', async (t) => {
    const lines = (await registry.metrics()).split('\n').filter((line) => /^# \w+ desk_|_bucket\{/.test(line))
    const buckets = lines.flatMap((line) => /^(desk_\w+)_bucket\{le="([^"]+)"/.exec(line)?.slice(1).join(' ') ?? [])
    const texts = lines.filter((line) => line.startsWith('#'))
    await golden(t, 'metrics.txt', Buffer.from([...texts, ...new Set(buckets)].map((line) => `${line}\n`).join('')))
  })
})
