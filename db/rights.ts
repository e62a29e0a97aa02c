/** Queries for rights, and for the permissions of a user in a blog. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Right, RightCriteria } from '../schemas/right.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'

/** The permissions of a user in a blog. */
export interface BlogPermissions {
  /** Whether the blog is closed, and so refuses new posts. */
  IsClosed: boolean
  /** Whether the user may insert posts: the blog's creator, a member, or a user with the right `Livedesk edit`. */
  MayPost: boolean
  /** Whether the user may publish: the blog's creator, its Administrator, or a user with the right `Livedesk edit`. */
  MayPublish: boolean
}

export const rights = (sql: Sql) => {
  const all = collection(sql, 'rights', Right, 'Id', RightCriteria)
  return {
    ...all,
    /** Returns a page of the rights of a role and of every role below it. */
    listOfRole: (roleId: number, query: ListQuery) =>
      all.list(
        query,
        sql`id in (
      select "right" from role_rights join roles_below on roles_below.id = role_rights.role
      where roles_below.role = ${roleId}
    )`
      ),
    /** Returns a page of the rights that a user has, directly or by a role: all, or those of a type. */
    listOfUser: (userId: number, query: ListQuery, { type }: { type?: number } = {}) =>
      all.list(
        query,
        sql`
      id in (select "right" from rights_held where "user" = ${userId}) and ${hasValues(sql, { type })}`
      ),
    /** Returns the names of the rights that a user has, directly or by a role. */
    async namesOfUser(userId: number): Promise<ReadonlySet<string>> {
      const rows = await sql<{ Name: string }[]>`
        select name from rights where id in (select "right" from rights_held where "user" = ${userId})`
      return new Set(rows.map(({ Name }) => Name))
    },

    /** Returns the permissions of a user in a blog; undefined if there is no such blog. */
    async permissionsIn(userId: number, blogId: number): Promise<BlogPermissions | undefined> {
      const [permissions] = await sql<[BlogPermissions?]>`
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
      return permissions
    }
  }
}
