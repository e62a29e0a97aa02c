/** Collaborators, on their own and as members of a blog. */
import type { Static } from 'typebox'
import { BlogCollaborator, Collaborator, CollaboratorCriteria } from '../schemas/collaborator.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection, keysIn, readPage } from './collection.ts'
import { holding } from './criteria.ts'

/** The key of a member. */
export type MemberKey = Pick<Static<typeof BlogCollaborator>, 'Blog' | 'Id'>

/** A member of a blog as the operator sees it; only sources have no user. */
export interface MemberOverview {
  Name: string
  User?: string
  Type: string
}

/** Queries for collaborators. */
export const collaborators = (sql: Sql) => {
  const rows = sql`(select *, not user_active as user_inactive from collaborator_rows) as collaborator_rows`
  const all = collection(sql, rows, Collaborator, 'Id', CollaboratorCriteria)
  const members = collection(sql, 'blog_collaborator_rows', BlogCollaborator, 'Id')
  const active = sql`("user" is null or user_active)`
  const byName = sql`name, id`

  /** Lists leave out collaborators whose user is inactive, unless the query asks for users by that. */
  const shown = (query: ListQuery) =>
    query['qu.inactive'] === undefined && query['qu.inactive.value'] === undefined ? active : sql`true`

  return {
    ...all,
    /** All collaborators. */
    list: (query: ListQuery) => all.list(query, shown(query)),
    /** The collaborators of a user, or those of them that belong to a source. */
    listOfUser: (user: number, query: ListQuery, { source }: { source?: number } = {}) =>
      all.list(query, holding(sql, { user, source })),
    /** The collaborators of a source. */
    listOfSource: (sourceId: number, query: ListQuery) =>
      all.list(query, sql`source = ${sourceId} and ${shown(query)}`),

    /** A member of a blog. */
    findMember: (blogId: number, collaboratorId: number) => members.find(collaboratorId, sql`blog = ${blogId}`),

    /** Members that lists have named. */
    loadMembers: (keys: readonly MemberKey[]) =>
      members.load(
        keys.map(({ Id }) => Id),
        sql`blog = any(${keysIn(
          sql,
          keys.map(({ Blog }) => Blog)
        )})`
      ),

    /** All members of a blog, by name. */
    members: (blogId: number) => sql<MemberOverview[]>`
      select blog_collaborator_rows.name, users.name as "user", blog_collaborator_rows.type
      from blog_collaborator_rows
      left join users on users.id = blog_collaborator_rows."user"
      where blog = ${blogId}
      order by blog_collaborator_rows.name, blog_collaborator_rows.id`,

    /** The members of a blog who have an active user, by name. */
    listMembers: (blogId: number, paging: Paging) =>
      readPage<MemberKey>(sql, paging, {
        properties: ['Blog', 'Id'],
        from: sql`blog_collaborator_rows`,
        where: sql`blog = ${blogId} and "user" in (select id from users where active)`,
        order: byName
      }),

    /**
     * The collaborators that could become members, by name: those that are not members yet and have an active user, or
     * also those that are sources and no users.
     */
    listPotential: (blogId: number, query: ListQuery, { sources = false } = {}) =>
      all.list(
        query,
        sql`
      ${sources ? active : sql`user_active`}
      and id not in (select collaborator from blog_collaborators where blog = ${blogId})
      and "user" is distinct from (select creator from blogs where id = ${blogId})`,
        byName
      )
  }
}
