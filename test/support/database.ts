/** The PostgreSQL of this test run, and a database of its own for every test that asks. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { connect, type Sql } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { root } from './root.ts'

const project = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex')

/** What the folders of all runs of this project begin with; the process id of the runner follows. */
export const RUNS = `desk-test-${project.slice(0, 8)}-`

/** This run's folder: tap starts the before file, every test file and the after file itself. */
export const RUN = join(tmpdir(), `${RUNS}${process.ppid}`)

/** Nothing here must outlive a crash. */
export const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** What databases are cloned from: every migration applied, and user `admin` (id 1) with the demo newsroom. */
export const TEMPLATES = { empty: 'desk_template', demo: 'desk_demo_template' } as const

/** The password of `admin` in clones of the demo template. */
export const ADMIN_PASSWORD = 'correct horse'

/**
 * Makes a database, and drops it when the test ends.
 * @returns its address
 */
export const cloneDatabase = async (
  t: Pick<Test, 'teardown'>,
  template: keyof typeof TEMPLATES = 'empty'
): Promise<string> => {
  const server = await readFile(join(RUN, 'url'), 'utf8').catch(() => {
    throw new Error('There is no test database: run the file with tap, such as "npx tap test/db/blogs.test.ts".')
  })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Nobody can connect to the template, so clones neither wait for each other nor fail. Copying its files takes half
  // as long as the default, which writes every page to the log as well.
  await administer(
    server,
    (sql) => sql`create database ${sql(name)} template ${sql(TEMPLATES[template])} strategy file_copy`
  )
  t.teardown(() => administer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`))
  return databaseAt(server, name)
}

/** The address of another database on the same server. */
export const databaseAt = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Does one thing over a connection of its own. */
export const administer = async (server: string, work: (sql: Sql) => Promise<unknown>): Promise<void> => {
  const sql = connect({ url: server, max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

/** Ends the server of a run, whether it is up or not, and deletes the folder. */
export const discard = async (folder: string) => {
  const server = await openEmbedded({ dataDir: folder, pid: process.pid, settings: SETTINGS, log: () => {} })
  await server.close()
  for (const place of [server.dataDir, folder]) await rm(place, { recursive: true, force: true })
}
