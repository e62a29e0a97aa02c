/** Checks passwords, and limits failed attempts. */
import type { Sql } from '../../db/client.ts'
import { loginFailures } from '../../db/login-failures.ts'
import { isPassword } from '../../db/secrets.ts'
import { users, type Account } from '../../db/users.ts'
import { clientOf } from '../clients.ts'
import { tooManyRequests } from '../refusals.ts'

/**
 * Limits of failed attempts within fifteen minutes: for one account from one client, and for all accounts from one
 * client.
 */
const MAX_ACCOUNT_FAILURES = 5
const MAX_CLIENT_FAILURES = 50

/** A name and a password, with the IP address of the client that sent them. */
interface LoginAttempt {
  readonly name: string
  readonly password: string
  readonly ip: string
}

/**
 * Returns the active account with a name and a password; undefined if no active account has both.
 * @throws HttpError 429 after too many failed attempts
 */
export const accountOf = async (sql: Sql, { name, password, ip }: LoginAttempt): Promise<Account | undefined> => {
  const { recordAttempt, withdrawAttempt, clearFailures } = loginFailures(sql)
  const client = clientOf(ip)
  const { RowId, OfAccount, OfAddress } = await recordAttempt(name, client)
  if (OfAccount > MAX_ACCOUNT_FAILURES || OfAddress > MAX_CLIENT_FAILURES) {
    await withdrawAttempt(name, client, RowId)
    throw tooManyRequests('Too many failed logins; try again in fifteen minutes', 900)
  }
  const account = await users(sql).account(name)
  const isRight = await isPassword(account?.PasswordHash, password)
  if (account?.Active !== true || !isRight) return undefined
  await clearFailures(name, client)
  return account
}
