/** Roles. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Role, RoleCriteria } from '../schemas/role.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** A role as the operator sees it. */
export interface RoleOverview {
  Name: string
  Description?: string
  /** The names of the users it was given to. */
  Users: string[]
}

/** Queries for roles. */
export const roles = (sql: Sql) => {
  const all = collection(sql, 'roles', Role, 'Id', RoleCriteria)
  return {
    ...all,
    /** Puts a role below another one, taking it from where it was. @returns whether that does not stand below it */
    async put(roleId: number, parentId: number): Promise<boolean> {
      const [{ IsPut }] = await sql<[{ IsPut: boolean }]>`select put_role_below(${roleId}, ${parentId}) as is_put`
      return IsPut
    },
    /** Takes a role out of the one right above it. @returns whether it was there */
    async takeOut(roleId: number, parentId: number): Promise<boolean> {
      const { count } = await sql`update roles set parent = null where id = ${roleId} and parent = ${parentId}`
      return count > 0
    },
    /** The roles below a role, at any depth. */
    listBelow: (roleId: number, query: ListQuery) =>
      all.list(query, sql`id in (select id from roles_below where role = ${roleId} and id <> ${roleId})`),
    /** The roles a user holds: those assigned and every role below them. */
    listOfUser: (userId: number, query: ListQuery) =>
      all.list(query, sql`id in (select role from roles_held where "user" = ${userId})`),

    /** All roles, in the order they were made. */
    overview: () => sql<RoleOverview[]>`
      select name, description, array_to_json(array(
        select users.name from user_roles join users on users.id = user_roles."user"
        where user_roles.role = roles.id order by users.name
      )) as users
      from roles order by id`,

    /** Gives a user a role. @returns whether the user didn't have it */
    async give(userName: string, roleName: string): Promise<boolean> {
      const { count } = await sql`
        insert into user_roles ("user", role)
        select users.id, roles.id from users, roles where users.name = ${userName} and roles.name = ${roleName}
        on conflict do nothing`
      return count > 0
    },

    /** Takes a role away from a user. @returns whether the user had it */
    async take(userName: string, roleName: string): Promise<boolean> {
      const { count } = await sql`
        delete from user_roles
        where "user" in (select id from users where name = ${userName})
          and role in (select id from roles where name = ${roleName})`
      return count > 0
    }
  }
}
