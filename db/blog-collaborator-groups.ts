/** Queries for groups of a blog's members. */
import type { Static } from 'typebox'
import { BlogCollaboratorGroups, type BlogCollaboratorGroupMembers } from '../schemas/blog-collaborator-group.ts'
import type { Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection, readPage } from './collection.ts'

type GroupMember = Static<typeof BlogCollaboratorGroupMembers.model>

export const blogCollaboratorGroups = (sql: Sql) => ({
  ...collection(sql, 'blog_collaborator_groups', BlogCollaboratorGroups, 'Id'),

  /** Returns a page of the members of a group, ordered by collaborator id. */
  listMembers: (groupId: number, paging: Paging) =>
    readPage<GroupMember>(sql, paging, {
      properties: ['BlogCollaborator', 'Group'],
      from: sql`(select collaborator as blog_collaborator, "group" from blog_collaborator_group_members) as members`,
      where: sql`"group" = ${groupId}`,
      order: sql`blog_collaborator`
    })
})
