/** Applies the migrations that a database lacks. One process at a time; migrations only go forward. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { byColumn, type Pool, type Sql } from './client.ts'
import { transact } from './transactions.ts'

// Any constant works, as long as every process uses the same one.
const MIGRATION_LOCK = 7_346_551

const FOLDER = fileURLToPath(new URL('migrations/', import.meta.url))

/** Milliseconds after which a process says that it waits for another one. */
const LONG_WAIT = 2000
const WAITING = 'Waiting for another process, which prepares the database.'

/**
 * Runs a function in a transaction under a lock, so that a second process that calls this waits for the first one.
 * @param print prints a line for the operator if the wait is long
 */
export const exclusively = <T>(sql: Pool, print: (line: string) => void, run: (transaction: Sql) => Promise<T>) =>
  transact(sql, async (transaction) => {
    await transaction`set local statement_timeout = 0`
    await transaction`set local idle_in_transaction_session_timeout = 0`
    const longWait = setTimeout(print, LONG_WAIT, WAITING)
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.finally(() => clearTimeout(longWait))
    return run(transaction)
  })

/**
 * Applies all pending migrations in one transaction.
 * @param print prints a line for the operator, before and after a database with data is upgraded, and while
 *   another process does that
 * @returns names of the applied files
 * @throws Error if a file has changed after it was applied, another version has migrated the database, or the database
 *   is not in UTF-8 or isolates transactions in another way
 */
export const migrate = (sql: Pool, print: (line: string) => void = () => {}) =>
  exclusively(sql, print, async (transaction) => {
    await requireUtf8(transaction)
    await requireReadCommitted(transaction)
    const migrated = await isMigrated(transaction)
    if (migrated && (await isUpToDate(transaction))) return []
    if (migrated) print(UPGRADING)
    const { default: Postgrator } = await import('postgrator')
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${FOLDER}*.sql`,
      schemaTable: 'migrations',
      execQuery: async (text) => ({ rows: (await transaction.unsafe(text)).map(byColumn) })
    })
    const applied = await postgrator.migrate()
    // PostgreSQL analyzes small tables, such as roles, never by itself. Without statistics it expects hundreds of
    // thousands of rows in a query for the rights of a user, and reserves memory for them.
    await transaction`analyze`
    if (migrated) print('The database is upgraded.')
    return applied.map(({ filename }) => filename)
  })

const UPGRADING =
  'Upgrading the database, which takes minutes if it has hundreds of thousands of posts. ' +
  'Nothing is served until then. If this is interrupted, the next start begins again.'

/** @throws Error if the database has another encoding than UTF8 */
const requireUtf8 = async (sql: Sql): Promise<void> => {
  const [{ Name, Encoding }] = await sql<[{ Name: string; Encoding: string }]>`
    select current_database() as name, current_setting('server_encoding') as encoding`
  if (Encoding === 'UTF8') return
  throw new Error(
    `The database ${Name} has the encoding ${Encoding}, and Desk needs UTF8: create the database with ` +
      "`encoding 'UTF8' template template0`, and move the data of an old one with pg_dump and pg_restore"
  )
}

/**
 * Refuses levels of isolation at which PostgreSQL refuses the second of two changes at the same time. The level is no
 * setting of our connections, because pgbouncer would refuse them.
 * @throws Error if transactions have another level of isolation by default
 */
const requireReadCommitted = async (sql: Sql): Promise<void> => {
  const [{ Level, Change }] = await sql<[{ Level: string; Change: string }]>`
    select current_setting('default_transaction_isolation') as level,
      format('alter role %I in database %I set default_transaction_isolation = %L',
        current_user, current_database(), 'read committed') as change`
  if (Level === 'read committed') return
  throw new Error(`Transactions are ${Level} by default, and Desk needs read committed: run \`${Change}\``)
}

/**
 * Returns whether the database has exactly the folder's migrations. Most starts then need not load Postgrator, which
 * would ignore a newer schema without a word.
 * @throws Error if the database has more migrations, or those of versions before 1.0.0
 */
const isUpToDate = async (sql: Sql): Promise<boolean> => {
  const applied = await sql<{ Name: string; Md5: string }[]>`
    select name, md5 from migrations where version > 0 order by version`
  if (applied[0]?.Name === FIRST_BEFORE_1) {
    throw new Error('This database is from before version 1.0.0: start version 1.7.0 with it once, then this version')
  }
  const files = await readHashes()
  if (applied.length > files.length) {
    throw new Error(
      `A newer version of Desk has upgraded this database to schema ${applied.length}, and this version knows ` +
        `${files.length}: start the newer version, or restore a backup from before the upgrade`
    )
  }
  return files.join() === applied.map(({ Md5 }) => Md5).join()
}

/** Name of the first migration of versions before 1.0.0, whose set was replaced. */
const FIRST_BEFORE_1 = 'vocabularies'

/** Returns the hashes of the migrations in their order, as the database has them. */
const readHashes = async (): Promise<string[]> => {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) =>
      createHash('md5')
        .update(await readFile(`${FOLDER}${file}`))
        .digest('hex')
    )
  )
}

/** Returns whether a database has ever been migrated, perhaps by an older version of the service. */
export const isMigrated = async (sql: Sql): Promise<boolean> => {
  const [{ Migrated }] = await sql<[{ Migrated: boolean }]>`select to_regclass('migrations') is not null as migrated`
  return Migrated
}

/** Returns whether a migrated database has users and blogs. */
export const contents = async (sql: Sql): Promise<{ HasUsers: boolean; HasBlogs: boolean }> => {
  const [row] = await sql<[{ HasUsers: boolean; HasBlogs: boolean }]>`
    select exists (select from users) as has_users, exists (select from blogs) as has_blogs`
  return row
}
