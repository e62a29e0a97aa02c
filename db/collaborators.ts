/** Collaborators, on their own and as members of a blog. */
import { BlogCollaborator, Collaborator } from '../schemas/collaborator.ts'
import type { Paging } from '../schemas/paging.ts'
import type { Static } from 'typebox'
import { columnsOf, type Fragment, type Sql } from './client.ts'
import { collection, page } from './collection.ts'

type MemberKey = Pick<Static<typeof BlogCollaborator>, 'Blog' | 'Id'>

/** Queries for collaborators. */
export const collaborators = (sql: Sql) => {
  const { find, exists, list } = collection(sql, 'collaborator_rows', Collaborator, 'Id')
  const active = sql`("user" is null or "user" in (select id from users where active))`
  const count = async (matching: Fragment) => {
    const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from ${matching}`
    return Total
  }

  return {
    find,
    exists,
    /** Collaborators without a user or with an active one. */
    list: (paging: Paging) => list(paging, active),
    /** The collaborators of a user. */
    listOfUser: (userId: number, paging: Paging) => list(paging, sql`"user" = ${userId}`),
    /** The collaborators of a source. */
    listOfSource: (sourceId: number, paging: Paging) => list(paging, sql`source = ${sourceId} and ${active}`),

    /** A member of a blog. */
    async findMember (blogId: number, collaboratorId: number) {
      const [row] = await sql<[Static<typeof BlogCollaborator>?]>`
        select ${sql(columnsOf(BlogCollaborator))} from blog_collaborator_rows where blog = ${blogId} and id = ${collaboratorId}`
      return row
    },

    /** The members of a blog who have an active user, by name. */
    listMembers (blogId: number, paging: Paging) {
      const matching = sql`blog_collaborator_rows where blog = ${blogId} and "user" in (select id from users where active)`
      return page(paging, {
        total: () => count(matching),
        items: () => sql<MemberKey[]>`
          select blog, id from ${matching} order by name, id limit ${paging.limit} offset ${paging.offset}`
      })
    },

    /** Who could become a member: collaborators with an active user that are not members yet, by name. */
    listPotential (blogId: number, paging: Paging) {
      const matching = sql`collaborator_rows
        where "user" in (select id from users where active)
          and id not in (select collaborator from blog_collaborators where blog = ${blogId})
          and "user" <> (select creator from blogs where id = ${blogId})`
      return page(paging, {
        total: () => count(matching),
        items: () => sql<{ Id: number }[]>`
          select id from ${matching} order by name, id limit ${paging.limit} offset ${paging.offset}`
      })
    }
  }
}
