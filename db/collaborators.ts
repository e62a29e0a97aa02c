/** Collaborators, on their own and as members of a blog. */
import type { Static } from 'typebox'
import { BlogCollaborator, Collaborator, CollaboratorCriteria } from '../schemas/collaborator.ts'
import type { ListQuery, Paging } from '../schemas/language/paging.ts'
import { columnsOf, type Fragment, type Sql } from './client.ts'
import { collection, page } from './collection.ts'
import { matching, ordering } from './criteria.ts'

type Member = Static<typeof BlogCollaborator>
/** What a member is found by. */
export type MemberKey = Pick<Member, 'Blog' | 'Id'>

/** Queries for collaborators. */
export const collaborators = (sql: Sql) => {
  const { find, exists, load, list } = collection(sql, 'collaborator_rows', Collaborator, 'Id', CollaboratorCriteria)
  const active = sql`("user" is null or user_active)`
  const count = async (matching: Fragment) => {
    const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from ${matching}`
    return Total
  }

  return {
    find,
    exists,
    load,
    /** Collaborators without a user or with an active one. */
    list: (query: ListQuery) => list(query, active),
    /** The collaborators of a user, or those of them that belong to a source. */
    listOfUser: (userId: number, query: ListQuery, { source }: { source?: number } = {}) =>
      list(query, sql`"user" = ${userId} ${source === undefined ? sql`` : sql`and source = ${source}`}`),
    /** The collaborators of a source. */
    listOfSource: (sourceId: number, query: ListQuery) => list(query, sql`source = ${sourceId} and ${active}`),

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
    listMembers (blogId: number, paging: Paging) {
      const matching = sql`blog_collaborator_rows where blog = ${blogId} and "user" in (select id from users where active)`
      return page(paging, {
        total: () => count(matching),
        items: () => sql<MemberKey[]>`
          select blog, id from ${matching} order by name, id limit ${paging.limit} offset ${paging.offset}`
      })
    },

    /**
     * Who could become a member, by name: collaborators that are not members yet and have an active user, or also
     * those that are sources and no users.
     */
    listPotential (blogId: number, query: ListQuery, { sources = false } = {}) {
      const chosen = sql`collaborator_rows
        where ${sources ? active : sql`user_active`}
          and id not in (select collaborator from blog_collaborators where blog = ${blogId})
          and "user" is distinct from (select creator from blogs where id = ${blogId})
          and ${matching(sql, CollaboratorCriteria, query)}`
      return page(query, {
        total: () => count(chosen),
        items: () => sql<{ Id: number }[]>`
          select id from ${chosen}
          order by ${ordering(sql, CollaboratorCriteria, query, sql`name, id`)} limit ${query.limit} offset ${query.offset}`
      })
    }
  }
}
