/** An address with two hosts: the service finds the primary, and moves when the standby is promoted. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from '../support/tap.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { findPrimary } from '../../db/primary.ts'
import { hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { prepareDatabase } from '../../start.ts'
import { dataDir } from '../support/service.ts'
import { ownPostgres, type OwnPostgres } from '../support/own-postgres.ts'

/** Milliseconds after a promotion until writes are taken again. */
const BACK = 5_000

/** Restarts a server in recovery, as a standby whose primary sends nothing. */
const demote = async ({ sql, kill, restart }: OwnPostgres) => {
  const [{ Folder }] = await sql<[{ Folder: string }]>`select current_setting('data_directory') as folder`
  await writeFile(join(Folder, 'standby.signal'), '')
  // A standby takes connections once it knows the transactions that ran at a checkpoint.
  await sql`checkpoint`
  await kill()
  await restart()
}

/** An account that both servers know; each has its own password for the account `desk`. */
const addressOf = (...servers: readonly OwnPostgres[]) =>
  `postgres://shared:p%40ss@${servers.map(({ url }) => new URL(url).host).join(',')}/desk`

t.test('a primary and a standby', { timeout: 120_000 }, async (t) => {
  const [primary, standby] = [await ownPostgres(t), await ownPostgres(t)]
  const url = addressOf(primary, standby)
  const config = readConfig({ DATABASE_URL: url, DEMO: 'true', DATA_DIR: await dataDir(t) })

  // Both hold the same newsroom, as replication would make it, but for the title of one blog.
  const token = newToken()
  for (const server of [primary, standby]) {
    await server.sql`create role shared superuser login password 'p@ss'`
    await migrate(server.sql)
    const opened = { sql: server.sql, url, name: '', isEmbedded: false, close: async () => {} }
    await prepareDatabase(opened, config, () => {})
    await sessions(server.sql).begin(1, hashToken(token))
  }
  await standby.sql`update blogs set title = 'Promoted' where id = 1`
  await demote(standby)

  await t.test('whose order does not matter', async (t) => {
    for (const hosts of [url, addressOf(standby, primary)]) t.equal(await findPrimary(hosts), addressOf(primary))
    const opened = await openDatabase(config, { max: 1, create: false, pid: process.pid, log: () => {} })
    t.teardown(opened.close)
    t.same(await opened.sql`select pg_is_in_recovery() as standby`, [{ Standby: false }])
    t.equal(opened.url, url, 'workers get all hosts')
    t.notMatch(opened.name, 'p%40ss')
  })

  await t.test('that is promoted', async (t) => {
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
    t.equal((await write()).statusCode, 503, 'nothing is written to a standby')

    await standby.sql`select pg_promote()`
    const promoted = performance.now()
    while ((await write()).statusCode !== 201 && performance.now() - promoted < BACK) await sleep(50)
    const back = performance.now() - promoted
    t.ok(back < BACK, `writes are taken again after ${back.toFixed(0)} ms`)
    t.match((await read()).body, 'Promoted', 'and documents come from the new primary')
  })
})
