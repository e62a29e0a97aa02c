/** Rights, and what they let a user do in a blog. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Right, RightCriteria } from '../schemas/right.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { holding } from './criteria.ts'

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
  const all = collection(sql, 'rights', Right, 'Id', RightCriteria)
  return {
    ...all,
    /** The rights of a role and of every role below it. */
    listOfRole: (roleId: number, query: ListQuery) =>
      all.list(
        query,
        sql`id in (
      select "right" from role_rights join roles_below on roles_below.id = role_rights.role
      where roles_below.role = ${roleId}
    )`
      ),
    /** The rights a user holds, directly or by a role; all, or those of a type. */
    listOfUser: (userId: number, query: ListQuery, { type }: { type?: number } = {}) =>
      all.list(
        query,
        sql`
      id in (select "right" from rights_held where "user" = ${userId}) and ${holding(sql, { type })}`
      ),
    /** The names of the rights a user holds, directly or by a role. */
    async namesOfUser(userId: number): Promise<ReadonlySet<string>> {
      const held = await sql<{ Name: string }[]>`
        select name from rights where id in (select "right" from rights_held where "user" = ${userId})`
      return new Set(held.map(({ Name }) => Name))
    },

    /** A user's standing in a blog, undefined when there is no such blog. */
    async standing(userId: number, blogId: number): Promise<Standing | undefined> {
      const [standing] = await sql<[Standing?]>`
        with editor as (
          select exists (
            select from rights_held join rights on rights.id = rights_held."right"
            where rights_held."user" = ${userId} and rights.name = 'Livedesk edit'
          ) as may
        ), memberships as (
          select type from blog_collaborators
          join collaborators on collaborators.id = blog_collaborators.collaborator
          where blog_collaborators.blog = ${blogId} and collaborators."user" = ${userId}
        )
        select closed_on is not null as is_closed,
          creator = ${userId} or editor.may or exists (select from memberships) as may_post,
          creator = ${userId} or editor.may or exists (
            select from memberships where type = 'Administrator'
          ) as may_publish
        from blogs, editor
        where blogs.id = ${blogId}`
      return standing
    }
  }
}
