/** A DATABASE_URL with two hosts: the service uses the primary, and switches when the standby is promoted. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { findPrimary } from '../../db/primary.ts'
import { sessions } from '../../db/sessions.ts'
import { newToken } from '../../db/secrets.ts'
import { users } from '../../db/users.ts'
import { prepareDatabase } from '../../start.ts'
import { ownPostgres, type OwnPostgres } from '../../bench/stage/postgres.ts'
import { dataDir } from '../support/stage.ts'
import { until } from '../support/until.ts'

/** Maximum time from a promotion until inserts succeed, in milliseconds. */
const MAX_SWITCH = 5_000

/** Restarts a server as a standby that receives no data from a primary. */
const demote = async ({ sql, kill, restart }: OwnPostgres) => {
  const [{ Folder }] = await sql<[{ Folder: string }]>`select current_setting('data_directory') as folder`
  await writeFile(join(Folder, 'standby.signal'), '')
  // A standby accepts connections only after it has replayed a checkpoint.
  await sql`checkpoint`
  await kill()
  await restart()
}

/** Returns an address of several servers. It has an account that all have, because their passwords of `desk` differ. */
const addressOf = (...servers: readonly OwnPostgres[]) =>
  `postgres://shared:p%40ss@${servers.map(({ url }) => new URL(url).host).join(',')}/desk`

t.test('the service works with a primary and a standby', { timeout: 120_000 }, async (t) => {
  const [primary, standby] = [await ownPostgres(t), await ownPostgres(t)]
  const url = addressOf(primary, standby)
  const config = readConfig({ DATABASE_URL: url, DEMO: 'true', DATA_DIR: await dataDir(t) })

  // Both have the same data, as with replication, except for the title of one blog.
  const token = newToken()
  for (const server of [primary, standby]) {
    await server.sql`create role shared superuser login password 'p@ss'`
    await migrate(server.sql)
    await prepareDatabase({ sql: server.sql, isEmbedded: false }, config, () => {})
    const account = await users(server.sql).account('admin')
    if (account !== undefined) await sessions(server.sql).begin(account, token)
  }
  await standby.sql`update blogs set title = 'Promoted' where id = 1`
  await demote(standby)

  await t.test('the order of the hosts does not matter', async (t) => {
    for (const hosts of [url, addressOf(standby, primary)]) t.equal(await findPrimary(hosts), addressOf(primary))
    const options = { client: 'command', max: 1, create: false, pid: process.pid, log: () => {} } as const
    const opened = await openDatabase(config, options)
    t.teardown(opened.close)
    t.same(await opened.sql`select pg_is_in_recovery() as standby`, [{ Standby: false }])
    t.equal(opened.url, url, 'the address has all hosts')
    t.notMatch(opened.name, 'p%40ss')
  })

  await t.test('the service switches to a promoted standby', async (t) => {
    const app = await buildApp(config, { databaseUrl: url })
    t.teardown(() => app.close())
    await app.ready()
    const read = () => app.inject('/resources/Desk/Blog/1.json')
    const write = () =>
      app.inject({
        method: 'POST',
        url: '/resources/Desk/Blog/1/Post/Publish',
        headers: { authorization: token, 'content-type': 'application/json' },
        payload: '{"Content":"written"}'
      })
    t.equal((await write()).statusCode, 201)
    t.notMatch((await read()).body, 'Promoted')

    await primary.kill()
    await t.rejects(findPrimary(url), /^No host of DATABASE_URL is a primary that answers: .* is a standby$/)
    t.equal((await read()).statusCode, 200, 'a cached document is served')
    t.equal((await write()).statusCode, 503, 'inserts are refused while there is no primary')

    await standby.sql`select pg_promote()`
    const promotedAt = performance.now()
    await until(write, ({ statusCode }) => statusCode === 201)
    const duration = performance.now() - promotedAt
    t.ok(duration < MAX_SWITCH, `inserts succeed after ${duration.toFixed(0)} ms`)
    t.match((await read()).body, 'Promoted', 'documents come from the new primary')
  })
})
