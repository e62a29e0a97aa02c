/** tap runs this file before the tests. It starts their PostgreSQL server and creates the templates that they clone. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stopCoverage } from 'node:v8'
import { connect, type Pool } from '../../db/client.ts'
import { loadDemo } from '../../db/demo.ts'
import { isAlive } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { hashPassword } from '../../db/secrets.ts'
import { users } from '../../db/users.ts'
import { administer, ADMIN_PASSWORD, databaseAt, TEMPLATES } from './database.ts'
import { discard, TEMPORARY, open, RUN, RUNS } from './server.ts'

/** Creates and fills a database, and then refuses connections to it, so that it can be cloned at any time. */
const fill = async (server: string, name: string, work: (sql: Pool) => Promise<unknown>) => {
  await administer(server, async (sql) => {
    await sql`drop database if exists ${sql(name)}`
    await sql`create database ${sql(name)}`
  })
  const sql = connect({ url: databaseAt(server, name) })
  await work(sql)
  // As autovacuum would do, which is off.
  await sql`analyze`
  await sql.end()
  await administer(server, (sql) => sql`alter database ${sql(name)} with allow_connections false`)
}

// `npm run coverage` counts only lines that tests reach.
stopCoverage()

// Stops the servers of runs that were killed, also of one that had the same process id as this run.
for (const name of await readdir(TEMPORARY)) {
  if (!name.startsWith(RUNS)) continue
  const folder = join(TEMPORARY, name)
  if (folder === RUN || !isAlive(Number(name.slice(RUNS.length)))) await discard(folder).catch(console.error)
}

await mkdir(RUN)
// PostgreSQL runs under another account if the tests run as root; it must be able to read the folder.
await chmod(RUN, 0o755)
try {
  const { url } = await open(RUN)
  const { username, password } = new URL(url)
  // Hashes the password again, in one round instead of 4,096, because tests open thousands of connections.
  await administer(url, (sql) => sql`alter role ${sql(username)} password ${sql.unsafe(`'${password}'`)}`)
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
    await sql.begin(loadDemo)
  })
  await writeFile(join(RUN, 'url'), url, { mode: 0o600 })
} catch (error) {
  await discard(RUN)
  throw error
}
