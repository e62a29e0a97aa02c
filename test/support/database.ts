/** Databases of tests, cloned from the templates of the PostgreSQL server that `start-database.ts` starts. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { connect, type Pool, type Sql } from '../../db/client.ts'
import { RUN } from './server.ts'
import { until } from './until.ts'

/** Templates of databases: one with all migrations; one that also has user `admin` (id 1) and the demo newsroom. */
export const TEMPLATES = { empty: 'desk_template', demo: 'desk_demo_template' } as const

/** Password of `admin` in clones of the demo template. */
export const ADMIN_PASSWORD = 'correct horse'

/** The connection that creates and drops the clones of this process. It is open while some exist. */
let connection: Pool | undefined
let clones = 0

/**
 * Creates a database, and drops it when the test ends.
 * @returns the address of the database
 */
export const cloneDatabase = async (
  t: Pick<Test, 'teardown'>,
  template: keyof typeof TEMPLATES = 'empty'
): Promise<string> => {
  const server = await readFile(join(RUN, 'url'), 'utf8').catch(() => {
    throw new Error('There is no test database: run the file with tap, such as "npx tap test/db/migrate.test.ts".')
  })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  connection ??= connect({ url: server, max: 1 })
  const sql = connection
  clones += 1
  t.teardown(async () => {
    clones -= 1
    await sql`drop database if exists ${sql(name)} with (force)`
    if (clones > 0) return
    connection = undefined
    await sql.end()
  })
  // Templates allow no connections, so clones neither wait for each other nor fail. `file_copy` takes half as long as
  // the default strategy, which also writes every page to the write-ahead log.
  await sql`create database ${sql(name)} template ${sql(TEMPLATES[template])} strategy file_copy`
  return databaseAt(server, name)
}

/** Returns the number in the row of a statement, such as the id of the inserted row. @throws Error without a row */
export const numberFrom = async (statement: PromiseLike<readonly object[]>): Promise<number> => {
  const [row] = await statement
  if (row === undefined) throw new Error('no row')
  return Number(Object.values(row)[0])
}

/**
 * Waits until as many statements on a database wait for locks, such as those that a transaction of the test holds. The
 * scheduler's statement, which the service sends by itself, does not count.
 */
export const untilWaitingForLocks = (sql: Pool, count = 1) =>
  until(
    () => sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query not like '%publish_on <= now()%'`,
    ({ length }) => length >= count
  )

/** Lets new connections to a database be opened, or refuses them. */
export const allowConnections = (url: string, isAllowed: boolean) =>
  administer(databaseAt(url, 'postgres'), (server) => {
    const name = server(new URL(url).pathname.slice(1))
    return isAllowed
      ? server`alter database ${name} with allow_connections true`
      : server`alter database ${name} with allow_connections false`
  })

/** Returns the address of another database on the same server. */
export const databaseAt = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Calls `work` with a new connection, and closes the connection afterwards. */
export const administer = async (server: string, work: (sql: Sql) => Promise<unknown>): Promise<void> => {
  const sql = connect({ url: server, max: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
