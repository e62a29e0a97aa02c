/** Checks passwords, and bounds how often somebody may guess. */
import { httpErrors } from '@fastify/sensible'
import type { Sql } from '../../db/client.ts'
import { isPassword } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { users, type Account } from '../../db/users.ts'
import { clientOf } from '../../plugins/faults/clients.ts'

/** Wrong passwords within fifteen minutes: for one account from one address, and in all from one address. */
const MAX_ACCOUNT_FAILURES = 5
const MAX_ADDRESS_FAILURES = 50
const WAIT = { 'retry-after': '900' }

/** A name and a password, with the address they came from. */
interface Given {
  readonly name: string
  readonly password: string
  readonly ip: string
}

/**
 * Returns the active account of a name and a password; undefined when they belong to no active account.
 * @throws HttpError 429 when too many were wrong lately
 */
export const accountOf = async (sql: Sql, { name, password, ip }: Given): Promise<Account | undefined> => {
  const { recordAttempt, withdrawAttempt, clearFailures } = sessions(sql)
  const client = clientOf(ip)
  const { RowId, OfAccount, OfAddress } = await recordAttempt(name, client)
  if (OfAccount > MAX_ACCOUNT_FAILURES || OfAddress > MAX_ADDRESS_FAILURES) {
    await withdrawAttempt(name, client, RowId)
    throw httpErrors.createError(429, 'Too many failed logins; try again in fifteen minutes', { headers: WAIT })
  }
  const account = await users(sql).account(name)
  const isRight = await isPassword(account?.PasswordHash, password)
  if (account?.Active !== true || !isRight) return undefined
  await clearFailures(name, client)
  return account
}
