/** Starts the PostgreSQL server of a test run, and creates the templates that tests clone. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { connect, type Pool } from '../../db/client.ts'
import { loadDemo } from '../../db/demo.ts'
import { isAlive, openEmbedded, type Embedded } from '../../db/embedded/index.ts'
import { migrate } from '../../db/migrate.ts'
import { hashPassword, NO_PASSWORD } from '../../db/secrets.ts'
import { users } from '../../db/users.ts'
import { administer, ADMIN_PASSWORD, databaseAt, SETTINGS, TEMPLATES } from './database.ts'
import { root } from './root.ts'

const project = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex')

/** Prefix of the folders of all runs of this project. The process id of the run follows. */
const RUNS = `desk-test-${project.slice(0, 8)}-`

/** Starts the server. Returns its address, and a function that stops it and deletes its data. */
export const startDatabase = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  await discardKilledRuns()
  const folder = join(tmpdir(), `${RUNS}${process.pid}`)
  await mkdir(folder)
  // PostgreSQL runs under another account if the tests run as root; it must be able to read the folder.
  await chmod(folder, 0o755)
  const server = await open(folder)
  const stop = () => discard(server, folder)
  try {
    const { url } = server
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
      await sql.begin((transaction) => loadDemo(transaction, NO_PASSWORD))
    })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops the servers of runs that were killed, also of one that had the same process id as this run. */
const discardKilledRuns = async () => {
  const killed = (await readdir(tmpdir())).filter((name) => {
    const run = Number(name.slice(RUNS.length))
    return name.startsWith(RUNS) && (run === process.pid || !isAlive(run))
  })
  for (const name of killed) {
    const folder = join(tmpdir(), name)
    await open(folder)
      .then((server) => discard(server, folder))
      .catch(console.error)
  }
}

/** Joins the server of a folder, or starts it. */
const open = (folder: string) =>
  openEmbedded({ dataDir: folder, pid: process.pid, settings: SETTINGS, log: console.error })

/** Stops a server and deletes its folder. */
const discard = async (server: Embedded, folder: string) => {
  await server.close()
  for (const path of [server.dataDir, folder]) await rm(path, { recursive: true, force: true })
}

/** Creates and fills a database, and then refuses connections to it, so that it can be cloned at any time. */
const fill = async (server: string, name: string, work: (sql: Pool) => Promise<unknown>) => {
  await administer(server, (sql) => sql`create database ${sql(name)}`)
  const sql = connect({ url: databaseAt(server, name) })
  await work(sql)
  await sql.end()
  await administer(server, (sql) => sql`alter database ${sql(name)} with allow_connections false`)
}
