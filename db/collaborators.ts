/** Queries for collaborators and for the members of a blog, who are collaborators. */
import { BlogCollaborators, Collaborators } from '../schemas/collaborator.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'

/** A member of a blog as `desk blog members` shows it. */
export interface MemberOverview {
  Name: string
  /** Login name; absent if the collaborator is a source. */
  User?: string
  Type: string
}

export const collaborators = (sql: Sql) => {
  const rows = sql`(select *, not user_active as user_inactive from collaborator_rows) as collaborator_rows`
  const all = collection(sql, rows, Collaborators, 'Id')
  const isActive = sql`("user" is null or user_active)`

  /** Leaves out collaborators whose user is inactive, unless the query filters by `qu.inactive`. */
  const activeByDefault = (query: ListQuery) =>
    query['qu.inactive'] === undefined && query['qu.inactive.value'] === undefined ? isActive : sql`true`

  return {
    ...all,
    /** Returns a page of collaborators, by default without inactive ones. */
    list: (query: ListQuery) => all.page(query, activeByDefault(query)),
    /** Returns a page of the collaborators of a user: of all sources, or of one. */
    listOfUser: (user: number, query: ListQuery, { source }: { source?: number } = {}) =>
      all.page(query, hasValues(sql, { user, source })),
    /** Returns a page of the collaborators of a source, by default without inactive ones. */
    listOfSource: (sourceId: number, query: ListQuery) =>
      all.page(query, sql`source = ${sourceId} and ${activeByDefault(query)}`),

    /**
     * Returns a page of the collaborators that could become members of a blog, ordered by name. They are not members
     * yet, have an active user, and are not the blog's creator.
     * @param sources whether to include collaborators that are sources and have no user
     */
    listPotential: (blogId: number, query: ListQuery, { sources = false } = {}) =>
      all.page(
        query,
        sql`
      ${sources ? isActive : sql`user_active`}
      and id not in (select collaborator from blog_collaborators where blog = ${blogId})
      and "user" is distinct from (select creator from blogs where id = ${blogId})`,
        sql`name, id`
      )
  }
}

export const blogCollaborators = (sql: Sql) => {
  const all = collection(sql, 'blog_collaborator_rows', BlogCollaborators, 'Blog', 'Id')
  return {
    ...all,
    /** Returns a page of the members of a blog that have an active user, ordered by name. */
    list: (paging: Paging, { Blog }: { readonly Blog: number }) =>
      all.page(paging, sql`blog = ${Blog} and "user" in (select id from users where active)`, sql`name, id`),

    /** Returns all members of a blog, ordered by name. */
    overview: (blogId: number) => sql<MemberOverview[]>`
      select blog_collaborator_rows.name, users.name as "user", blog_collaborator_rows.type
      from blog_collaborator_rows
      left join users on users.id = blog_collaborator_rows."user"
      where blog = ${blogId}
      order by blog_collaborator_rows.name, blog_collaborator_rows.id`
  }
}
