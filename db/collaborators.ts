/** Collaborators, on their own and as members of a blog. */
import type { Static } from 'typebox'
import { BlogCollaborator, Collaborator, CollaboratorCriteria } from '../schemas/collaborator.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { collection, readPage } from './collection.ts'

type Member = Static<typeof BlogCollaborator>
/** The key of a member. */
export type MemberKey = Pick<Member, 'Blog' | 'Id'>

/** Whether a query asks for users by whether they are active; without that, lists leave out those who are not. */
const isInactiveAsked = (query: ListQuery) => query['qu.inactive'] !== undefined || query['qu.inactive.value'] !== undefined

/** Queries for collaborators. */
export const collaborators = (sql: Sql) => {
  const rows = sql`(select *, not user_active as user_inactive from collaborator_rows) as collaborator_rows`
  const { find, exists, load, list } = collection(sql, rows, Collaborator, 'Id', CollaboratorCriteria)
  const active = sql`("user" is null or user_active)`

  return {
    find,
    exists,
    load,
    /** Collaborators without a user or with an active one, unless the query asks for those with another. */
    list: (query: ListQuery) => list(query, isInactiveAsked(query) ? sql`true` : active),
    /** The collaborators of a user, or those of them that belong to a source. */
    listOfUser: (userId: number, query: ListQuery, { source }: { source?: number } = {}) =>
      list(query, sql`"user" = ${userId} ${source === undefined ? sql`` : sql`and source = ${source}`}`),
    /** The collaborators of a source. */
    listOfSource: (sourceId: number, query: ListQuery) => list(query, sql`source = ${sourceId} and ${isInactiveAsked(query) ? sql`true` : active}`),

    /** A member of a blog. */
    async findMember (blogId: number, collaboratorId: number) {
      const [row] = await sql<[Member?]>`
        select ${sql(columnsOf(BlogCollaborator))} from blog_collaborator_rows where blog = ${blogId} and id = ${collaboratorId}`
      return row
    },

    /** Members that lists have named. */
    loadMembers: (keys: readonly MemberKey[]): Promise<Member[]> => sql<Member[]>`
      select ${sql(columnsOf(BlogCollaborator))} from blog_collaborator_rows
      where (blog, id) in (
        select (key ->> 0)::integer, (key ->> 1)::integer from jsonb_array_elements(${sql.json(keys.map(({ Blog, Id }) => [Blog, Id]))}) as key
      )`,

    /** The members of a blog who have an active user, by name. */
    listMembers: (blogId: number, paging: Paging) => readPage<MemberKey>(sql, paging, {
      properties: ['Blog', 'Id'],
      from: sql`blog_collaborator_rows`,
      where: sql`blog = ${blogId} and "user" in (select id from users where active)`,
      order: sql`name, id`
    }),

    /**
     * Who could become a member, by name: collaborators that are not members yet and have an active user, or also
     * those that are sources and no users.
     */
    listPotential: (blogId: number, query: ListQuery, { sources = false } = {}) => readPage<{ Id: number }>(sql, query, {
      properties: ['Id'],
      from: rows,
      where: sql`${sources ? active : sql`user_active`}
        and id not in (select collaborator from blog_collaborators where blog = ${blogId})
        and "user" is distinct from (select creator from blogs where id = ${blogId})`,
      order: sql`name, id`,
      criteria: CollaboratorCriteria
    })
  }
}
