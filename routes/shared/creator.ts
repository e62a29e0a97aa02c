/** Checks the creator that a body names. */
import { users } from '../../db/users.ts'
import type { Sql } from '../../db/client.ts'
import { refusedProperty } from '../../plugins/refusals.ts'
import type { Row } from '../../schemas/language/rows.ts'

/** Returns a check of a body: its `Creator` must be an active user. Without one, the caller is the creator. */
export const creatorCheck = (sql: Sql) => {
  const { find } = users(sql)
  /** @throws HttpError 400 */
  return async ({ Creator }: Row): Promise<void> => {
    if (typeof Creator !== 'number' || (await find(Creator))?.Active === true) return
    throw refusedProperty('Creator', 'is not the id of an active user')
  }
}
