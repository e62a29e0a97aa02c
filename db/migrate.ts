/** Brings a database to the current schema: forward only, one process at a time. */
import { fileURLToPath } from 'node:url'
import Postgrator from 'postgrator'
import { toColumn, type Pool } from './client.ts'

// Any constant will do; it only must be the same in every process.
const MIGRATION_LOCK = 7_346_551

/** Runs what needs the database for itself, such as migrations: a second process waits here until the first is done. */
export const exclusively = async <T>(sql: Pool, run: (sql: Pool) => Promise<T>): Promise<T> => {
  const holder = await sql.reserve()
  try {
    await holder`set statement_timeout = 0`
    await holder`select pg_advisory_lock(${MIGRATION_LOCK})`
    return await run(sql)
  } finally {
    await holder`select pg_advisory_unlock(${MIGRATION_LOCK})`
    await holder`reset statement_timeout`
    holder.release()
  }
}

/**
 * Applies the migrations the database does not have yet, each in a transaction of its own.
 * @returns names of the files applied
 * @throws Error when a file that was applied has been changed since
 */
export const migrate = (sql: Pool): Promise<string[]> => exclusively(sql, async () => {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: fileURLToPath(new URL('migrations/*.sql', import.meta.url)),
    schemaTable: 'migrations',
    // Without parameters the whole text goes in one message, which PostgreSQL runs as one transaction.
    execQuery: async (text) => ({ rows: (await sql.unsafe(text)).map(byColumn) })
  })
  const applied = await postgrator.migrate()
  return applied.map(({ filename }) => filename)
})

/** Postgrator reads the catalogue and its own table by column name. */
const byColumn = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([property, value]) => [toColumn(property), value]))
