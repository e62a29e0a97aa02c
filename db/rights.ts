/** Rights, and what they let a user do in a blog. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Right, RightCriteria } from '../schemas/right.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** What a user may do in a blog. */
export interface Standing {
  /** Whether the blog takes no posts any more. */
  IsClosed: boolean
  /** Whether the user may insert posts: as the blog's creator, a member, or by the right to edit every blog. */
  MayPost: boolean
  /** Whether the user may publish: as the blog's creator, an Administrator of it, or by that right. */
  MayPublish: boolean
}

/** Queries for rights. */
export const rights = (sql: Sql) => {
  const { find, exists, load, list } = collection(sql, 'rights', Right, 'Id', RightCriteria)
  return {
    find,
    exists,
    load,
    list: (query: ListQuery) => list(query),
    /** The rights of a type. */
    listOfType: (rightTypeId: number, query: ListQuery) => list(query, sql`type = ${rightTypeId}`),
    /** The rights of a role and of every role below it. */
    listOfRole: (roleId: number, query: ListQuery) =>
      list(query, sql`id in (select "right" from role_rights join roles_below on roles_below.id = role_rights.role where roles_below.role = ${roleId})`),
    /** The rights a user holds, directly or by a role; all, or those of a type. */
    listOfUser: (userId: number, query: ListQuery, { type }: { type?: number } = {}) => list(query, sql`
      id in (select "right" from rights_held where "user" = ${userId}) ${type === undefined ? sql`` : sql`and type = ${type}`}`),

    /** A user's standing in a blog, undefined when there is no such blog. */
    async standing (userId: number, blogId: number): Promise<Standing | undefined> {
      const [standing] = await sql<[Standing?]>`
        with recursive held (role) as (
          select role from user_roles where "user" = ${userId}
          union
          select roles.id from held join roles on roles.parent = held.role
        ), editor as (
          select exists (
            select from rights
            where name = 'Livedesk edit' and (
              id in (select "right" from user_rights where "user" = ${userId})
              or id in (select "right" from role_rights join held on held.role = role_rights.role)
            )
          ) as may
        ), memberships as (
          select type from blog_collaborators
          join collaborators on collaborators.id = blog_collaborators.collaborator
          where blog_collaborators.blog = ${blogId} and collaborators."user" = ${userId}
        )
        select closed_on is not null as is_closed,
          creator = ${userId} or editor.may or exists (select from memberships) as may_post,
          creator = ${userId} or editor.may or exists (select from memberships where type = 'Administrator') as may_publish
        from blogs, editor
        where blogs.id = ${blogId}`
      return standing
    }
  }
}
