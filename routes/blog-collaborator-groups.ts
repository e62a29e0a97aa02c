/** Groups of a blog's members. They have no list: whoever makes one keeps its address. */
import { blogCollaboratorGroups as queries } from '../db/blog-collaborator-groups.ts'
import { BlogCollaboratorGroup, BlogCollaboratorGroupMemberList, BlogCollaboratorGroupPath } from '../schemas/blog-collaborator-group.ts'
import { Paging } from '../schemas/language/paging.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'

const blogCollaboratorGroups: Family = async (app, { module }) => {
  const { find, exists, load, listMembers } = queries(app.sql)
  const path = `/${module}/BlogCollaboratorGroup/:groupId`

  app.follow(BlogCollaboratorGroup, (references) => load(idsOf(references)))
  app.get(path, { schema: { params: BlogCollaboratorGroupPath, response: { 200: BlogCollaboratorGroup } } },
    async ({ params: { groupId } }) => found(await find(groupId), `group ${groupId}`))
  app.get(`${path}/BlogCollaboratorGroupMember`,
    { schema: { params: BlogCollaboratorGroupPath, querystring: Paging(), response: { 200: BlogCollaboratorGroupMemberList } } },
    ({ params: { groupId }, query }) => below(exists(groupId), `group ${groupId}`, () => listMembers(groupId, query)))
}

export default blogCollaboratorGroups
