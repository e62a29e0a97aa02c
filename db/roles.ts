/** Roles. */
import type { Paging } from '../schemas/paging.ts'
import { Role } from '../schemas/role.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for roles. */
export const roles = (sql: Sql) => {
  const { find, exists, list } = collection(sql, 'roles', Role, 'Id')
  return {
    find,
    exists,
    list: (paging: Paging) => list(paging),
    /** The roles below a role, at any depth. */
    listBelow: (roleId: number, paging: Paging) =>
      list(paging, sql`id in (select id from roles_below where role = ${roleId} and id <> ${roleId})`),
    /** The roles a user holds: those assigned and every role below them. */
    listOfUser: (userId: number, paging: Paging) => list(paging, sql`id in (select role from roles_held where "user" = ${userId})`)
  }
}
