/** Makes a database ready to serve: its schema, its first user, and the demo newsroom where one is wanted. */
import type { OpenDatabase } from './db/open.ts'
import { loadDemo } from './db/demo.ts'
import { exclusively, migrate } from './db/migrate.ts'
import { users } from './db/users.ts'
import { hashPassword, newPassword, NO_PASSWORD } from './db/secrets.ts'
import type { Config } from './schemas/config.ts'

/**
 * Migrates, and on a new database adds the user `admin` and the demo. Processes that start at once take turns.
 * @param say told what somebody should know, such as the password that was made up
 */
export const prepareDatabase = async ({ sql, own }: OpenDatabase, config: Config, say: (line: string) => void): Promise<void> => {
  const applied = await migrate(sql)
  await exclusively(sql, async (transaction) => {
    const { any, add } = users(transaction)
    if (!await any()) {
      const password = config.ADMIN_PASSWORD === '' ? newPassword() : config.ADMIN_PASSWORD
      await add({ Name: 'admin', FirstName: 'Ada', LastName: 'Min', EMail: 'admin@localhost', PasswordHash: await hashPassword(password), Role: 'Administrator' })
      say(config.ADMIN_PASSWORD === '' ? `Made user admin with password ${password}; it is not shown again.` : 'Made user admin with the password of ADMIN_PASSWORD.')
    }
    const wanted = config.DEMO === 'true' || (config.DEMO === 'auto' && own)
    if (wanted && await loadDemo(transaction, NO_PASSWORD)) say('Loaded the demo newsroom.')
    // Without figures about its tables PostgreSQL plans for sizes they do not have.
    if (applied.length > 0) await transaction`analyze`
  })
}
