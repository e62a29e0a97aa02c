/** Brings a database to the current schema: forward only, one process at a time. */
import { fileURLToPath } from 'node:url'
import Postgrator from 'postgrator'
import { toColumn, type Pool, type Sql } from './client.ts'

// Any constant will do; it only must be the same in every process.
const MIGRATION_LOCK = 7_346_551

/**
 * Runs what needs the database for itself, in one transaction: all of it happens or nothing, and a second
 * process waits here until the first is done.
 */
export const exclusively = <T>(sql: Pool, run: (transaction: Sql) => Promise<T>) => sql.begin(async (transaction) => {
  await transaction`set local statement_timeout = 0`
  await transaction`set local idle_in_transaction_session_timeout = 0`
  await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
  return run(transaction)
})

/**
 * Applies the migrations the database does not have yet, all of them or none.
 * @returns names of the files applied
 * @throws Error when a file that was applied has been changed since
 */
export const migrate = (sql: Pool) => exclusively(sql, async (transaction) => {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: fileURLToPath(new URL('migrations/*.sql', import.meta.url)),
    schemaTable: 'migrations',
    execQuery: async (text) => ({ rows: (await transaction.unsafe(text)).map(byColumn) })
  })
  const applied = await postgrator.migrate()
  return applied.map(({ filename }) => filename)
})

/** Postgrator reads the catalogue and its own table by column name. */
const byColumn = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([property, value]) => [toColumn(property), value]))
