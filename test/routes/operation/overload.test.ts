/** Too much work, a slow database, and a service that is being stopped: refused and answered requests. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Registry } from 'prom-client'
import t from 'tap'
import { Agent, request } from 'undici'
import {
  ADMIN_PASSWORD,
  build,
  cloneDatabase,
  expectProblem,
  listen,
  numberFrom,
  remembering,
  until,
  untilWaitingForLocks,
  wordsOf
} from '../../support/index.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { browserOf } from '../../support/pages.ts'
import { dataDir } from '../../support/stage.ts'
import type { Sql } from '../../../db/client.ts'
import * as limits from '../../../db/time-limits.ts'
import { gate } from '../../../plugins/database/gate.ts'

await t.test('overload', async (t) => {
  // One connection for reads: two at once.
  const registry = new Registry()
  const { app, sql } = await build(t, { DATABASE_POOL: '2' }, { registry })
  const origin = `http://127.0.0.1:${await listen(app)}`
  const get = (url: string) => app.inject(url)
  for (let n = 0; n < 3; n++) await get('/resources/Desk/Blog/1')
  const timed = async (path: string) => {
    const since = performance.now()
    const answer = await get(path)
    return { answer, took: performance.now() - since }
  }

  let unlock = () => {}
  const locked = new Promise<void>((resolve) => {
    unlock = resolve
  })
  let isLocked = false
  const locking = sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    isLocked = true
    await locked
  })
  await until(() => isLocked)
  const requests: Promise<number>[] = []
  const overConnections: Promise<Response>[] = []
  const inBrowsers: Promise<Response>[] = []
  const answers: Awaited<ReturnType<typeof timed>>[] = []
  const refusedAtOnce = () => answers.filter(({ answer, took }) => answer.statusCode === 503 && took < 250)
  const sendMore = () => {
    const first = requests.length + 1
    for (let id = first; id < first + 10; id++) {
      requests.push(timed(`/resources/Desk/Blog/1/Post/${id}`).then((answer) => answers.push(answer)))
    }
    overConnections.push(fetch(`${origin}/resources/Desk/Blog/1/Post/${first}.json`))
    inBrowsers.push(fetch(`${origin}/live/1/post/${first}`, { headers: { accept: 'text/html' } }))
    return refusedAtOnce().length
  }
  await until(sendMore, (count) => count > 50, { pause: 50 })
  for (const path of ['/resources/Desk/Blog/1', '/health/live', '/health/ready']) {
    t.equal((await get(path)).statusCode, 200, path)
  }
  t.equal((await fetch(`${origin}/health/live`)).status, 200)
  t.equal((await fetch(`${origin}/resources/Desk/Blog/1/Post`, { method: 'POST' })).status, 401, 'no write is refused')
  t.match(await registry.metrics(), /^desk_http_requests_total\{method="GET",route="none",status="503"\}/m)

  unlock()
  await locking
  await Promise.all(requests)
  const [{ answer } = await timed('/nothing')] = refusedAtOnce()
  expectProblem(t, answer, { kind: 'unavailable' })
  t.equal(wordsOf(answer), '503 The service is overloaded; try again shortly')
  t.equal(answer.headers['retry-after'], '2')
  // Over a connection, an overloaded service refuses before its router runs, but in the same way.
  const readAll = (responses: readonly Promise<Response>[]) =>
    Promise.all(responses.map((each) => each.then(async (response) => ({ response, text: await response.text() }))))
  const refusal = (await readAll(overConnections)).find(({ text }) => text.includes('overloaded'))
  t.match(JSON.parse(refusal?.text ?? '{}'), {
    type: '/problems/unavailable',
    title: 'Temporarily unavailable',
    status: 503,
    detail: 'The service is overloaded; try again shortly',
    instance: refusal?.response.headers.get('x-request-id')
  })
  t.match(Object.fromEntries(refusal?.response.headers ?? []), {
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '2',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin'
  })
  const types = (await readAll(inBrowsers)).map(({ response }) => response.headers.get('content-type'))
  t.ok(types.includes('application/xml; charset=utf-8'), 'browsers get a document that they display')
  t.equal((await get('/resources/Desk/Blog/1/Post/31')).statusCode, 200, 'afterwards all is well')
})

await t.test('pages of people who are logged in do not wait for each other', async (t) => {
  const statements: string[] = []
  const watch = (statement: string) => statements.push(statement)
  const { get, post, tokenOf } = await build(t, { DATABASE_POOL: '2' }, { watch })
  const { open } = browserOf({ get, post }, `desk_session=${await tokenOf('admin')}`)
  const pages = await Promise.all([1, 2, 3, 1].map((blog) => open(`/resources/Desk/Blog/${blog}`)))
  for (const { statusCode, body } of pages) t.match([statusCode, body], [200, /Log out/])
  const questions = statements.filter((statement) => statement.includes('memberships as'))
  t.ok(questions.length <= pages.length * 2, `${questions.length} questions for their rights in a blog`)
})

await t.test('a flood of comments keeps nobody from publishing', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  await sql`update blogs set embed_config = '{"UserComments":true}' where id = 1`
  const authorization = await tokenOf('admin')
  const post = (path: string, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url: `/resources/Desk/Blog/1/${path}`, payload, headers })
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('insert_comment'))`
    const comments = Array.from({ length: 30 }, () => post('Comment/Post', { UserName: 'Sam', CommentText: 'Hello' }))
    await untilWaitingForLocks(sql)
    const { statusCode } = await post('Post/Published', { Type: 'normal', Content: 'News' }, { authorization })
    t.equal(statusCode, 201)
    await Promise.all(comments)
  })
})

await t.test('a comment that waits keeps nobody from reading', async (t) => {
  const { app, sql } = await build(t, { DATABASE_POOL: '2' })
  await sql`update blogs set embed_config = '{"UserComments":true}' where id = 1`
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('insert_comment'))`
    const payload = { UserName: 'Sam', CommentText: 'Hello' }
    const comment = app.inject({ method: 'POST', url: '/resources/Desk/Blog/1/Comment/Post', payload })
    await untilWaitingForLocks(sql)
    const first = await Promise.race([comment, app.inject('/resources/Desk/Blog/1/Post/1')])
    t.equal(first.statusCode, 200)
    await comment
  })
})

await t.test('a flood of streams that all differ takes half of the slots for reads', async (t) => {
  const { app, sql } = await build(t)
  const list = `http://127.0.0.1:${await listen(app)}/resources/Desk/Blog/1/Post/Published`
  const open = async (_: unknown, n: number) => {
    const { body } = await fetch(`${list}?stream&cId.since=0&X-Format-DateTime='${n}'y`)
    await body?.cancel()
  }
  await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    const streams = Array.from({ length: 200 }, open)
    await untilWaitingForLocks(sql, 10)
    const { slots, running } = app.freshness.load().read
    t.ok(running <= slots / 2, `${running} of ${slots}`)
    await Promise.all(streams)
  })
})

await t.test('documents that are never cached wait for their turn like others', async (t) => {
  const { app, sql, get } = await build(t, { DATABASE_POOL: '2' })
  await sql.begin(async (transaction) => {
    await transaction`lock table syncs in access exclusive mode`
    const answers = Array.from({ length: 5 }, () => get('/resources/Desk/Sync/1/State'))
    await untilWaitingForLocks(sql)
    t.same(app.freshness.load().read, { slots: 2, running: 2, waiting: 3 })
    await Promise.all(answers)
  })
})

await t.test('a flood of logins keeps nobody from reading', async (t) => {
  const { app, sql } = await build(t)
  const login = () =>
    app.inject({
      method: 'POST',
      url: '/login',
      payload: 'UserName=sam&Password=wrong',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    })
  await sql.begin(async (transaction) => {
    await transaction`lock table login_failures in access exclusive mode`
    const logins = Array.from({ length: 200 }, login)
    await untilWaitingForLocks(sql, 3)
    t.equal((await app.inject('/resources/Desk/Blog/1/Post/1')).statusCode, 200)
    await Promise.all(logins)
  })
})

await t.test('browsers that log in and out wait for their turn like programs', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  const cookie = `desk_session=${await tokenOf('admin')}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', cookie }
  for (const [url, payload] of [
    ['/logout', ''],
    ['/login', `UserName=admin&Password=${ADMIN_PASSWORD}`]
  ] as const) {
    await sql.begin(async (transaction) => {
      await transaction`lock table sessions in access exclusive mode`
      const answer = app.inject({ method: 'POST', url, payload, headers })
      await untilWaitingForLocks(sql)
      await until(() => app.freshness.load().write.running, 1)
      t.equal((await answer).statusCode, 503, url)
    })
  }
})

await t.test('strangers who are gone before their turn write nothing', async (t) => {
  const lines: string[] = []
  const { app, sql } = await build(t, { DATABASE_POOL: '10' }, { logger: remembering(lines, 'error') })
  await sql`update blogs set embed_config = '{"UserComments":true}' where id = 1`
  const port = await listen(app)
  const connections = promisify(app.server.getConnections.bind(app.server))
  const send = (path: string, body: string) => {
    const head = `POST /${path} HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nContent-Length: ${body.length}`
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${body}`)
    return socket
  }
  const logIn = (path = 'resources/Security/Login') => send(path, 'UserName=sam&Password=wrong')
  const comment = () => send('resources/Desk/Blog/1/Comment/Post', 'UserName=sam&CommentText=Hello')
  const slots = 3
  await sql.begin(async (transaction) => {
    await transaction`lock table login_failures, received_comments in access exclusive mode`
    const logins = Array.from({ length: 6 }, () => logIn())
    await untilWaitingForLocks(sql, slots)
    const comments = Array.from({ length: 6 }, comment)
    const sockets = [...logins, ...comments]
    await until(connections, sockets.length)
    for (const socket of sockets) socket.resetAndDestroy()
    await until(connections, 0)
  })
  // The requests of these clients arrive, but the system has forgotten their addresses.
  const leaving = [logIn(), logIn('login'), comment()].map((socket) => {
    socket.once('connect', () => socket.resetAndDestroy())
    return once(socket, 'close')
  })
  await Promise.all(leaving)
  await until(connections, 0)
  await until(() => app.freshness.load().write.running, 0)
  t.same(lines, [])
  t.ok((await sql`select from login_failures`).count <= slots)
  t.equal((await sql`select from received_comments`).count, 0)
})

t.test('a correction whose checks took too long is refused and not stored', async (t) => {
  const { app, sql, tokenOf } = await build(t)
  // Together, the check of the key and the correction take longer than a request may take.
  await sql`
    create or replace function made_by_key(user_id integer, given_key text, given_request text) returns integer
    language plpgsql as $$ begin
      perform pg_sleep(1.3);
      return null;
    end $$`
  await sql`
    create function slow_down() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.8);
      return new;
    end $$`
  await sql`create trigger slow_down before update on posts for each row execute function slow_down()`
  const Id = await numberFrom(sql`select max(id) as id from posts where blog = 3`)

  const answer = await app.inject({
    method: 'PUT',
    url: `/resources/Desk/Blog/3/Post/${Id}`,
    payload: { Content: 'too late' },
    headers: { authorization: await tokenOf('admin'), 'idempotency-key': 'slow' }
  })
  expectProblem(t, answer, { kind: 'unavailable' })
  t.equal(wordsOf(answer), '503 The database was too slow for this change; try again shortly')
  const isBusy = async () =>
    (
      await sql`
        select from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%change_post(%'
          and pid <> pg_backend_pid()`
    ).count > 0
  while (await isBusy());
  t.equal((await sql`select from posts where content = 'too late'`).count, 0)
})

t.test('a service that stops answers reads, and begins no streams', async (t) => {
  const databaseUrl = await cloneDatabase(t, 'demo')
  const app = await buildApp(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: await dataDir(t) }), { databaseUrl })
  let statuses: number[] = []
  // The hooks of a scope run after those of the service.
  app.register(async (scope) =>
    scope.addHook('preClose', async () => {
      const paths = ['/resources/Desk/Blog/1', '/resources/Desk/Blog/1/Post/Published?stream']
      statuses = await Promise.all(paths.map(async (path) => (await fetch(address + path)).status))
    })
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  t.same(statuses, [200, 503])
})

t.test('a connection with a request under way ends with its response', async (t) => {
  const { app, sql } = await build(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const dispatcher = new Agent({ keepAliveTimeout: 30_000 })
  t.teardown(() => dispatcher.destroy())
  const { response } = await sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    const response = request(`${address}/resources/Desk/Blog/1/Post/1`, { dispatcher })
    await untilWaitingForLocks(sql)
    void app.close()
    await until(() => !app.server.listening)
    return { response }
  })
  const { statusCode, headers, body } = await response
  t.same({ statusCode, connection: headers.connection }, { statusCode: 200, connection: 'close' })
  await body.dump()
  const since = performance.now()
  await app.close()
  t.ok(performance.now() - since < 20_000, 'and the service does not wait for the client')
})

const { DEADLINE, READY_WAIT, READ_WAIT, WRITE_WAIT, READ_TIMEOUT, WRITE_TIMEOUT, LOCK_TIMEOUT } = limits
const { POLL_INTERVAL, POLL_TIMEOUT, RETRY_DELAY, MAX_AGE, LONG_OUTAGE, RETENTION } = limits

/** Milliseconds that docs/operations.md promises for a refusal, and for a return after an outage. */
const [REFUSED, BACK] = [2000, 1000]

for (const [claim, smaller, larger] of [
  ['a request is refused in time', DEADLINE, REFUSED],
  ['/health/ready reports an outage in time', MAX_AGE + READY_WAIT, REFUSED],
  ['a write that was refused is not stored afterwards', WRITE_WAIT + WRITE_TIMEOUT, DEADLINE],
  ['a read that waited for its turn can still be answered', READ_WAIT, DEADLINE],
  ['a statement that waits for a lock says so, instead of being cancelled', LOCK_TIMEOUT, WRITE_TIMEOUT],
  ['a read is cancelled before its request is refused', READ_TIMEOUT, DEADLINE],
  ['cached values stay fresh from one poll to the next', POLL_INTERVAL, MAX_AGE],
  ['no response is older than a second', MAX_AGE, 1000],
  ['the response to a write knows whether its change was received', POLL_TIMEOUT, DEADLINE],
  ['the service is back in time', RETRY_DELAY, BACK],
  ['only a long outage lets statements hang on their connections', READ_TIMEOUT, LONG_OUTAGE],
  ['changes are kept until all processes have read them', LONG_OUTAGE, RETENTION]
] as const) {
  t.ok(smaller < larger, `${claim}: ${smaller} < ${larger} ms`)
}

await t.test('each statement has the limits of its pool', async (t) => {
  const { app } = await build(t)
  const limitsOf = async (sql: Sql) => {
    const rows = await sql`
      select setting from pg_settings where name in
        ('application_name', 'idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout')
      order by name`
    return rows.map(({ Setting }) => String(Setting)).join(' ')
  }
  t.equal(await limitsOf(app.sql), `desk service 30000 ${LOCK_TIMEOUT} ${READ_TIMEOUT}`)
  t.equal(await limitsOf(app.writes), `desk service 30000 ${LOCK_TIMEOUT} ${WRITE_TIMEOUT}`)
  t.equal(await app.begin(limitsOf), 'desk service 5000 5000 5000')
})

await t.test('a burst is let in, however long the last of its tasks have waited', async (t) => {
  const { run, refuses } = gate(2, 5_000)
  const answers = await Promise.all(Array.from({ length: 60 }, () => run(() => sleep(10, 'done'))))
  t.same(new Set(answers), new Set(['done']))
  t.notOk(refuses())
})

await t.test('a task that leaves a gate lets one other in before it ends', async (t) => {
  const { run, load } = gate(1, 5_000)
  let end = () => {}
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  const first = run(async (leave) => {
    leave()
    leave()
    await ending
    return 'first'
  })
  t.equal(await run(() => Promise.resolve('second')), 'second')
  end()
  t.equal(await first, 'first')
  t.same(load(), { slots: 1, running: 0, waiting: 0 })
})

await t.test('the load of a gate counts urgent and other tasks', async (t) => {
  const { run, load } = gate(1, 5_000)
  const tasks = [run(() => sleep(20)), run(() => sleep(0)), run(() => sleep(0), true)]
  t.same(load(), { slots: 1, running: 1, waiting: 2 })
  await Promise.all(tasks)
  t.same(load(), { slots: 1, running: 0, waiting: 0 })
})

await t.test('a gate is full after tasks have waited in vain, also while urgent tasks pass promptly', async (t) => {
  const { run, refuses } = gate(1, 200)
  await until(() => {
    void run(() => sleep(20)).catch(() => {})
    void run(() => sleep(1), true).catch(() => {})
    return refuses()
  })
  await t.rejects(
    run(() => sleep(20)),
    { message: /overloaded/ }
  )
  t.equal(await run(() => sleep(1, 'urgent'), true), 'urgent')
})

await t.test('a gate stays full as long as it refuses tasks, though none waits in vain any more', async (t) => {
  const { run, refuses } = gate(1, 100)
  const slow = run(() => sleep(150))
  await t.rejects(
    run(() => sleep(0)),
    { message: /overloaded/ }
  )
  await slow
  // In each round, a task waits for more than a quarter of the limit, and is let in. Without a refusal, overload would
  // have ended after five times the limit.
  for (let round = 0; round < 12; round += 1) {
    const tasks = [run(() => sleep(60)), run(() => sleep(0))]
    await sleep(50)
    t.ok(refuses(), `round ${round}`)
    await Promise.allSettled(tasks)
  }
})

await t.test('in overload, no queue forms in which a task would wait for long', async (t) => {
  const { run, refuses, load } = gate(1, 400)
  await Promise.allSettled([run(() => sleep(450)), run(() => sleep(0))])
  let longest = 0
  for (let arrived = 0; arrived < 150; arrived += 1) {
    if (!refuses()) run(() => sleep(10)).catch(() => {})
    longest = Math.max(longest, load().waiting)
    await sleep(1)
  }
  t.ok(longest < 50, `${longest} tasks, 10 ms each`)
})
