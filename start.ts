/** Makes a database ready to serve: its schema, its first user, and the demo newsroom where one is wanted. */
import type { OpenDatabase } from './db/open.ts'
import { contents, exclusively, migrate } from './db/migrate.ts'
import type { Sql } from './db/client.ts'
import type { Config } from './schemas/config.ts'

/**
 * Migrates the database, and gives a new one the user `admin` and the demo. A new database has neither a user nor a
 * blog: the demo never mixes with anybody's own newsroom. Processes that start at the same time take turns.
 * @param say prints a line for the operator, such as the generated password
 * @param mustBeNew whether to refuse a database that isn't new
 * @throws Error when it is refused
 */
export const prepareDatabase = async (
  { sql, own }: OpenDatabase,
  config: Config,
  say: (line: string) => void,
  { mustBeNew = false } = {}
): Promise<void> => {
  const applied = await migrate(sql)
  await exclusively(sql, async (transaction) => {
    const { HasUsers, HasBlogs } = await contents(transaction)
    const isNew = !HasUsers && !HasBlogs
    if (mustBeNew && !isNew) throw new Error(NOT_NEW)
    if (!HasUsers) await addAdmin(transaction, config.ADMIN_PASSWORD, say)
    if (isNew && (config.DEMO === 'true' || (config.DEMO === 'auto' && own))) await addDemo(transaction, say)
    // Without statistics of the new tables PostgreSQL plans for sizes they don't have.
    if (applied.length > 0) await transaction`analyze`
  })
}

const NOT_NEW = 'The demo is only loaded into a database without users and blogs, and this one has some'

// The modules that only a new database needs are imported here: most starts find data.
const addAdmin = async (sql: Sql, password: string, say: (line: string) => void) => {
  const { users } = await import('./db/users.ts')
  const { hashPassword, newPassword } = await import('./db/secrets.ts')
  const chosen = password === '' ? newPassword() : password
  await users(sql).add({
    Name: 'admin',
    FirstName: 'Ada',
    LastName: 'Min',
    EMail: 'admin@localhost',
    PasswordHash: await hashPassword(chosen),
    Role: 'Administrator'
  })
  say(
    password === ''
      ? `Made user admin with password ${chosen}; it is not shown again.`
      : 'Made user admin with the password of ADMIN_PASSWORD.'
  )
}

const addDemo = async (sql: Sql, say: (line: string) => void) => {
  const { loadDemo } = await import('./db/demo.ts')
  const { NO_PASSWORD } = await import('./db/secrets.ts')
  await loadDemo(sql, NO_PASSWORD)
  say('Loaded the demo newsroom.')
}
