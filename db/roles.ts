/** Queries for roles. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Roles } from '../schemas/role.ts'
import { acting, type Sql } from './client.ts'
import { collection } from './collection.ts'

/** A role as `desk role list` shows it. */
export interface RoleOverview {
  Name: string
  Description?: string
  /** Login names of the users who have it directly, not by another role. */
  Users: string[]
}

export const roles = (sql: Sql) => {
  const all = collection(sql, 'roles', Roles, 'Id')
  return {
    ...all,
    /** Moves a role below another one. Returns false, and does nothing, if the other one is the role or below it. */
    async moveBelow(roleId: number, parentId: number): Promise<boolean> {
      const [{ IsMoved }] = await sql<[{ IsMoved: boolean }]>`
        select put_role_below(${acting(sql, roleId)}, ${parentId}) as is_moved`
      return IsMoved
    },
    /** Removes a role from the role directly above it. Returns whether it was below that role. */
    async removeFrom(roleId: number, parentId: number): Promise<boolean> {
      const { count } = await sql`
        update roles set parent = null where id = ${roleId} and parent = ${parentId} and ${acting(sql)}`
      return count > 0
    },
    /** Returns a page of the roles below a role, at any depth. */
    listBelow: (roleId: number, query: ListQuery) =>
      all.page(query, sql`id in (select id from roles_below where role = ${roleId} and id <> ${roleId})`),
    /** Returns a page of the roles of a user: those assigned to the user and every role below them. */
    listOfUser: (userId: number, query: ListQuery) =>
      all.page(query, sql`id in (select role from roles_held where "user" = ${userId})`),

    /** Returns all roles, ordered by id. */
    overview: () => sql<RoleOverview[]>`
      select name, description, array_to_json(array(
        select users.name from user_roles join users on users.id = user_roles."user"
        where user_roles.role = roles.id order by users.name
      )) as users
      from roles order by id`,

    /** Gives a user a role. Returns false if the user has it already, or if the user or the role doesn't exist. */
    async give(userName: string, roleName: string): Promise<boolean> {
      const { count } = await sql`
        insert into user_roles ("user", role)
        select users.id, roles.id from users, roles where users.name = ${userName} and roles.name = ${roleName}
        on conflict do nothing`
      return count > 0
    },

    /** Removes a role from a user. Returns whether the user had it. */
    async take(userName: string, roleName: string): Promise<boolean> {
      const { count } = await sql`
        delete from user_roles
        where "user" in (select id from users where name = ${userName})
          and role in (select id from roles where name = ${roleName})`
      return count > 0
    }
  }
}
