/** Queries for collaborators and for the members of a blog, who are collaborators. */
import type { Static } from 'typebox'
import { BlogCollaborator, Collaborator, CollaboratorCriteria } from '../schemas/collaborator.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import { type Sql, keysIn } from './client.ts'
import { collection, readPage } from './collection.ts'
import { hasValues } from './criteria.ts'

/** Identifies a member in the list of a blog. */
export type MemberKey = Pick<Static<typeof BlogCollaborator>, 'Blog' | 'Id'>

/** A member of a blog as `desk blog members` shows it. */
export interface MemberOverview {
  Name: string
  /** Login name; absent if the collaborator is a source. */
  User?: string
  Type: string
}

export const collaborators = (sql: Sql) => {
  const rows = sql`(select *, not user_active as user_inactive from collaborator_rows) as collaborator_rows`
  const all = collection(sql, rows, Collaborator, 'Id', CollaboratorCriteria)
  const members = collection(sql, 'blog_collaborator_rows', BlogCollaborator, 'Id')
  const isActive = sql`("user" is null or user_active)`
  const byName = sql`name, id`

  /** Leaves out collaborators whose user is inactive, unless the query filters by `qu.inactive`. */
  const activeByDefault = (query: ListQuery) =>
    query['qu.inactive'] === undefined && query['qu.inactive.value'] === undefined ? isActive : sql`true`

  return {
    ...all,
    /** Returns a page of collaborators, by default without inactive ones. */
    list: (query: ListQuery) => all.list(query, activeByDefault(query)),
    /** Returns a page of the collaborators of a user: of all sources, or of one. */
    listOfUser: (user: number, query: ListQuery, { source }: { source?: number } = {}) =>
      all.list(query, hasValues(sql, { user, source })),
    /** Returns a page of the collaborators of a source, by default without inactive ones. */
    listOfSource: (sourceId: number, query: ListQuery) =>
      all.list(query, sql`source = ${sourceId} and ${activeByDefault(query)}`),

    /** Returns a member of a blog; undefined if the collaborator is not a member. */
    findMember: (blogId: number, collaboratorId: number) => members.find(collaboratorId, sql`blog = ${blogId}`),

    /** Returns members for these keys, in no particular order. It may return more: each id in each of the blogs. */
    loadMembers: (keys: readonly MemberKey[]) =>
      members.load(
        keys.map(({ Id }) => Id),
        sql`blog = any(${keysIn(
          sql,
          keys.map(({ Blog }) => Blog)
        )})`
      ),

    /** Returns all members of a blog, ordered by name. */
    members: (blogId: number) => sql<MemberOverview[]>`
      select blog_collaborator_rows.name, users.name as "user", blog_collaborator_rows.type
      from blog_collaborator_rows
      left join users on users.id = blog_collaborator_rows."user"
      where blog = ${blogId}
      order by blog_collaborator_rows.name, blog_collaborator_rows.id`,

    /** Returns a page of the members of a blog that have an active user, ordered by name. */
    listMembers: (blogId: number, paging: Paging) =>
      readPage<MemberKey>(sql, paging, {
        properties: ['Blog', 'Id'],
        from: sql`blog_collaborator_rows`,
        where: sql`blog = ${blogId} and "user" in (select id from users where active)`,
        order: byName
      }),

    /**
     * Returns a page of the collaborators that could become members of a blog, ordered by name. They are not members
     * yet, have an active user, and are not the blog's creator.
     * @param sources whether to include collaborators that are sources and have no user
     */
    listPotential: (blogId: number, query: ListQuery, { sources = false } = {}) =>
      all.list(
        query,
        sql`
      ${sources ? isActive : sql`user_active`}
      and id not in (select collaborator from blog_collaborators where blog = ${blogId})
      and "user" is distinct from (select creator from blogs where id = ${blogId})`,
        byName
      )
  }
}
