/** Queries for rights. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Rights } from '../schemas/right.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'

export const rights = (sql: Sql) => {
  const all = collection(sql, 'rights', Rights, 'Id')
  return {
    ...all,
    /** Returns a page of the rights of a role and of every role below it. */
    listOfRole: (roleId: number, query: ListQuery) =>
      all.page(
        query,
        sql`id in (
      select "right" from role_rights join roles_below on roles_below.id = role_rights.role
      where roles_below.role = ${roleId}
    )`
      ),
    /** Returns a page of the rights that a user has, directly or by a role: all, or those of a type. */
    listOfUser: (userId: number, query: ListQuery, { type }: { type?: number } = {}) =>
      all.page(
        query,
        sql`
      id in (select "right" from rights_held where "user" = ${userId}) and ${hasValues(sql, { type })}`
      )
  }
}
