/** Groups of a blog's members. */
import { BlogCollaboratorGroup, type BlogCollaboratorGroupMember } from '../schemas/blog-collaborator-group.ts'
import type { Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection, page } from './collection.ts'
import type { Static } from 'typebox'

/** Queries for groups. */
export const blogCollaboratorGroups = (sql: Sql) => {
  const { find, exists, load } = collection(sql, 'blog_collaborator_groups', BlogCollaboratorGroup, 'Id')
  return {
    find,
    exists,
    load,

    /** Whether a group is one of a blog's. */
    isOfBlog: async (groupId: number, blogId: number) => await find(groupId, sql`blog = ${blogId}`) !== undefined,

    /** The members of a group. */
    listMembers: (groupId: number, paging: Paging) => page(paging, {
      total: async () => {
        const [{ Total }] = await sql<[{ Total: number }]>`
          select count(*)::integer as total from blog_collaborator_group_members where "group" = ${groupId}`
        return Total
      },
      items: () => sql<Static<typeof BlogCollaboratorGroupMember>[]>`
        select collaborator as blog_collaborator, "group" from blog_collaborator_group_members where "group" = ${groupId}
        order by collaborator limit ${paging.limit} offset ${paging.offset}`
    })
  }
}
