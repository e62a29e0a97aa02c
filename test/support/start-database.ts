/** tap runs this file before the test files. It starts a new PostgreSQL and creates the templates that tests clone. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Pool } from '../../db/client.ts'
import { loadDemo } from '../../db/demo.ts'
import { isAlive, openEmbedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { hashPassword, NO_PASSWORD } from '../../db/secrets.ts'
import { users } from '../../db/users.ts'
import { administer, ADMIN_PASSWORD, databaseAt, discard, RUN, RUNS, SETTINGS, TEMPLATES } from './database.ts'

// Delete the servers of runs that were killed, also of one whose runner had the same process id as ours.
for (const name of await readdir(tmpdir())) {
  const runner = name.startsWith(RUNS) ? Number(name.slice(RUNS.length)) : NaN
  if (runner === process.ppid || (runner > 0 && !isAlive(runner))) {
    await discard(join(tmpdir(), name)).catch(console.error)
  }
}

await mkdir(RUN)
// PostgreSQL runs under another account if the tests run as root; it must be able to read the folder.
await chmod(RUN, 0o755)
try {
  const { url } = await openEmbedded({ dataDir: RUN, pid: process.pid, settings: SETTINGS, log: console.error })
  const { empty, demo } = TEMPLATES
  await fill(url, empty, migrate)
  await fill(url, demo, async (sql) => {
    await migrate(sql)
    await users(sql).add({
      Name: 'admin',
      FirstName: 'Ada',
      LastName: 'Min',
      EMail: 'admin@localhost',
      PasswordHash: await hashPassword(ADMIN_PASSWORD),
      Role: 'Administrator'
    })
    await sql.begin((transaction) => loadDemo(transaction, NO_PASSWORD))
  })
  await writeFile(join(RUN, 'url'), url, { mode: 0o600 })
} catch (error) {
  await discard(RUN)
  throw error
}

/** Creates and fills a database, and then refuses connections to it, so that it can be cloned at any time. */
async function fill(server: string, name: string, work: (sql: Pool) => Promise<unknown>) {
  await administer(server, (sql) => sql`create database ${sql(name)}`)
  const sql = connect({ url: databaseAt(server, name) })
  await work(sql)
  await sql.end()
  await administer(server, (sql) => sql`alter database ${sql(name)} with allow_connections false`)
}
