/** Roles. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Role, RoleCriteria, type RoleRow } from '../schemas/role.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for roles. */
export const roles = (sql: Sql) => {
  const { find, exists, load, list } = collection(sql, 'roles', Role, 'Id', RoleCriteria)
  return {
    find,
    exists,
    load,
    list: (query: ListQuery) => list(query),

    /** The role of a name. */
    async findNamed (name: string) {
      const [row] = await sql<[RoleRow?]>`select ${sql(columnsOf(Role))} from roles where name = ${name}`
      return row
    },

    /** The roles below a role, at any depth. */
    listBelow: (roleId: number, query: ListQuery) =>
      list(query, sql`id in (select id from roles_below where role = ${roleId} and id <> ${roleId})`),
    /** The roles a user holds: those assigned and every role below them. */
    listOfUser: (userId: number, query: ListQuery) => list(query, sql`id in (select role from roles_held where "user" = ${userId})`)
  }
}
