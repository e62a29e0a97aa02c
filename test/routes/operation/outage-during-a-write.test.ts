/** The change feed loses the database between a write and its next answer, or only for a moment; a process freezes. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startProxy } from '../../../bench/stage/proxy.ts'
import type { Sql } from '../../../db/client.ts'
import { LONG_OUTAGE } from '../../../db/time-limits.ts'
import { allowConnections, build, replicaOf, until, untilWaitingForLocks, wordsOf } from '../../support/index.ts'

const FEED_QUERY = '^\\s*(listen|with now as)'

/** Ends the connections of the change feed. */
const cutFeed = (sql: Sql) => sql`
  select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and query ~* ${FEED_QUERY}`

t.test('a write that ends when the database goes away makes cached documents stale, but loses none', async (t) => {
  const { sql, get, post, tokenOf, databaseUrl } = await build(t)
  const authorization = await tokenOf('admin')
  const [blog, list] = ['/resources/Desk/Blog/1', '/resources/Desk/Blog/3/Post']
  const write = (Content: string, query = '') => post(list + query, { Content }, { authorization })
  // Opens the connections that the service and this test need.
  await write('Stored before')
  await sql.begin(() => sql`select`)
  const before = await Promise.all([get(blog), get(list)])

  await allowConnections(databaseUrl, false)
  const { writing } = await sql.begin(async (transaction) => {
    await transaction`select from blogs where id = 3 for update`
    const writing = write('Stored in the last moment', '?X-Filter=Creator.*')
    await untilWaitingForLocks(sql)
    await cutFeed(transaction)
    return { writing }
  })
  const { statusCode, headers } = await writing
  t.equal(statusCode, 201, 'the write is answered, although its X-Filter cannot be followed')

  // A slow machine may take more than a second to find out that the database is away.
  const stale = (url: string) =>
    until(
      () => get(url),
      ({ headers }) => headers.age !== undefined
    )
  for (const [index, { statusCode, body }] of (await Promise.all([stale(blog), stale(list)])).entries()) {
    t.match({ statusCode, body }, { statusCode: 200, body: before[index]?.body })
  }
  const refused = await get(`${blog}?X-Filter=Title`)
  t.equal(wordsOf(refused), '503 The database cannot be reached; try again shortly', 'what is not cached is refused')
  const { statusCode: ready, headers: told, body } = await get('/health/ready')
  const expected = { ready: 503, wait: '2', body: '{"status":"database away"}' }
  t.same({ ready, wait: told['retry-after'], body }, expected)

  await allowConnections(databaseUrl, true)
  await until(async () => (await get('/health/ready')).statusCode === 200)
  t.match((await get(list)).body, String(headers.location), 'the list has the new post')
  t.equal((await get(blog)).headers.age, undefined)
})

t.test('requests keep their connections while the change feed connects again', async (t) => {
  const { sql, get, post, tokenOf, databaseUrl } = await build(t)
  const authorization = await tokenOf('admin')
  const untilReady = (status: number) => until(async () => (await get('/health/ready')).statusCode === status)
  const pids = async () => {
    const rows = await sql<{ Pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query !~* ${FEED_QUERY}`
    return rows.map(({ Pid }) => Pid)
  }
  t.equal((await post('/resources/Desk/Blog/3/Post', { Content: 'x' }, { authorization })).statusCode, 201)
  const before = await pids()

  await allowConnections(databaseUrl, false)
  await cutFeed(sql)
  await untilReady(503)
  await allowConnections(databaseUrl, true)
  await untilReady(200)
  const after = await pids()
  t.same(
    before.filter((pid) => !after.includes(pid)),
    []
  )
})

t.test('after a long silence of the network, requests do not wait on the connections from before', async (t) => {
  const built = await build(t)
  const { url, delay } = await startProxy(t, built.databaseUrl)
  const replica = await replicaOf(t, { ...built, databaseUrl: url }, { DATABASE_POOL: '2' })
  const read = async (limit: number) => {
    const { statusCode } = await replica.inject(`/resources/Desk/Blog/3/Post?limit=${limit}`)
    return statusCode
  }
  const untilReady = (status: number) =>
    until(async () => (await replica.inject('/health/ready')).statusCode === status)
  t.equal(await read(1), 200)
  delay(15_000)
  const unanswered = read(2)
  await untilReady(503)
  await sleep(LONG_OUTAGE)
  delay(0)
  await untilReady(200)
  t.equal(await unanswered, 503)
  // There is one connection for reads.
  t.equal(await read(3), 200)
})

t.test('a process that freezes in a transaction holds its locks for some seconds only', async (t) => {
  const { app, post, tokenOf } = await build(t)
  const authorization = await tokenOf('admin')
  let isLocked = false
  const thawed = new AbortController()
  // Followers hold the lock of their blog like this while a post is copied.
  const frozen = app.begin(async (transaction) => {
    await transaction`select from blogs where id = 3 for no key update`
    isLocked = true
    await once(thawed.signal, 'abort')
    await transaction`select`
  })
  const lost = t.rejects(frozen)
  await until(() => isLocked)
  const write = () => post('/resources/Desk/Blog/3/Post', { Content: 'x' }, { authorization })
  t.equal(wordsOf(await write()), '503 The database does not answer now; try again shortly')
  await until(write, ({ statusCode }) => statusCode === 201, { pause: 100, limit: 8000 })
  thawed.abort()
  await lost
  await app.begin((transaction) => transaction`select`)
})
