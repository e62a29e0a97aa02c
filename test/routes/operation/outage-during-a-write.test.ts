/** The database goes away between a write and the next answer of the change feed. */
import t from 'tap'
import { allowConnections, build, until, untilWaitingForLocks } from '../../support/index.ts'

t.test('a write that ends when the database goes away makes cached documents stale, but loses none', async (t) => {
  const { sql, get, post, tokenOf, databaseUrl } = await build(t)
  const authorization = await tokenOf('admin')
  const [blog, list] = ['/resources/Desk/Blog/1', '/resources/Desk/Blog/3/Post']
  const write = (Content: string) => post(list, { Content }, { authorization })
  // Opens the connections that the service needs.
  await write('Stored before')
  const before = await Promise.all([get(blog), get(list)])

  const { writing } = await sql.begin(async (transaction) => {
    await transaction`select from blogs where id = 3 for update`
    const writing = write('Stored in the last moment')
    await untilWaitingForLocks(sql)
    await allowConnections(databaseUrl, false)
    await transaction`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and query ~* '^\\s*(listen|with now as)'`
    return { writing }
  })
  const { statusCode, headers } = await writing
  t.equal(statusCode, 201, 'the write is answered')

  // A slow machine may take more than a second to find out that the database is away.
  const stale = (url: string) =>
    until(
      () => get(url),
      ({ headers }) => headers.age !== undefined
    )
  for (const [index, { statusCode, body }] of (await Promise.all([stale(blog), stale(list)])).entries()) {
    t.match({ statusCode, body }, { statusCode: 200, body: before[index]?.body })
  }
  t.equal((await get(`${blog}?X-Filter=Title`)).statusCode, 503, 'what is not cached is refused')

  await allowConnections(databaseUrl, true)
  await until(async () => (await get('/health/ready')).statusCode === 200)
  t.match((await get(list)).body, String(headers.location), 'the list has the new post')
  t.equal((await get(blog)).headers.age, undefined)
})
