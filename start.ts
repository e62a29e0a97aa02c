/** Prepares the database before the service starts: migrations, the user `admin`, and the demo newsroom. */
import type { OpenDatabase } from './db/open.ts'
import { contents, exclusively, migrate } from './db/migrate.ts'
import type { Sql } from './db/client.ts'
import type { Config } from './schemas/config.ts'

/**
 * Migrates the database, and adds the user `admin` and the demo to a new one. A database is new if it has neither users
 * nor blogs, so the demo never mixes with the data of a real newsroom. Processes that start at the same time wait for
 * each other.
 * @param print prints a line for the operator, such as the generated password
 * @param mustBeNew whether to fail if the database isn't new
 * @throws Error if the database isn't new but must be
 */
export const prepareDatabase = async (
  { sql, isEmbedded }: Pick<OpenDatabase, 'sql' | 'isEmbedded'>,
  config: Config,
  print: (line: string) => void,
  { mustBeNew = false } = {}
): Promise<void> => {
  await migrate(sql, print)
  await exclusively(sql, print, async (transaction) => {
    const { HasUsers, HasBlogs } = await contents(transaction)
    const isNew = !HasUsers && !HasBlogs
    if (mustBeNew && !isNew) throw new Error(NOT_NEW)
    if (!HasUsers) await addAdmin(transaction, config.ADMIN_PASSWORD, print)
    if (isNew && (config.DEMO === 'true' || (config.DEMO === 'auto' && isEmbedded))) await addDemo(transaction, print)
    // Without statistics, PostgreSQL would plan queries for wrong sizes of the new tables.
    if (isNew) await transaction`analyze`
  })
}

const NOT_NEW = 'The demo is only loaded into a database without users and blogs, and this one has some'

// Imports its modules when called, because only the first start with a database needs them.
const addAdmin = async (sql: Sql, password: string, print: (line: string) => void) => {
  const { users } = await import('./db/users.ts')
  const { hashPassword, newPassword } = await import('./db/secrets.ts')
  const adminPassword = password === '' ? newPassword() : password
  await users(sql).add({
    Name: 'admin',
    FirstName: 'Ada',
    LastName: 'Min',
    EMail: 'admin@localhost',
    PasswordHash: await hashPassword(adminPassword),
    Role: 'Administrator'
  })
  print(
    password === ''
      ? `Made user admin with password ${adminPassword}; it is not shown again.`
      : 'Made user admin with the password of ADMIN_PASSWORD.'
  )
}

const addDemo = async (sql: Sql, print: (line: string) => void) => {
  const { loadDemo } = await import('./db/demo.ts')
  await loadDemo(sql)
  print('Loaded the demo newsroom.')
}
