/** Groups of a blog's members. No list shows them, so clients must remember the address of a group they create. */
import { blogCollaboratorGroups as queries } from '../db/blog-collaborator-groups.ts'
import { collaborators } from '../db/collaborators.ts'
import { pairs, records } from '../db/records.ts'
import {
  BlogCollaboratorGroup,
  BlogCollaboratorGroupMemberList,
  BlogCollaboratorGroupMemberPath,
  BlogCollaboratorGroupPath,
  NewBlogCollaboratorGroup
} from '../schemas/blog-collaborator-group.ts'
import { Collaborator } from '../schemas/collaborator.ts'
import { Paging } from '../schemas/language/paging.ts'
import { assign } from './shared/assignable.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const blogCollaboratorGroups: Family = async (app, { module }) => {
  const { find, findBy, exists, load, listMembers } = queries(app.sql)
  const { findMember, find: findCollaborator } = collaborators(app.sql)
  const access = { who: 'member', blogOf: blogOfItem('groupId', find) } as const
  const path = `/${module}/BlogCollaboratorGroup/:groupId`

  app.follow(BlogCollaboratorGroup, (references) => load(idsOf(references)))
  app.get(
    path,
    { schema: { params: BlogCollaboratorGroupPath, response: { 200: BlogCollaboratorGroup } } },
    async ({ params: { groupId } }) => orNotFound(await find(groupId), `group ${groupId}`)
  )
  app.get(
    `${path}/BlogCollaboratorGroupMember`,
    {
      schema: {
        params: BlogCollaboratorGroupPath,
        querystring: Paging(),
        response: { 200: BlogCollaboratorGroupMemberList }
      }
    },
    ({ params: { groupId }, query }) => below(exists(groupId), `group ${groupId}`, () => listMembers(groupId, query))
  )

  edit(app, {
    itemName: 'group',
    writes: records(app.writes, 'blog_collaborator_groups'),
    model: BlogCollaboratorGroup,
    find: findBy,
    creation: {
      path: `/${module}/BlogCollaboratorGroup`,
      body: NewBlogCollaboratorGroup,
      access: { who: 'member', blogOf: blogInBody }
    },
    item: { path, params: BlogCollaboratorGroupPath, access }
  })
  const members = pairs(app.writes, 'blog_collaborator_group_members')
  assign(app, {
    path: `${path}/Collaborator/:collaboratorId`,
    params: BlogCollaboratorGroupMemberPath,
    access,
    pairs: {
      add: async (key) => {
        const [groupId, collaboratorId] = [Number(key.Group), Number(key.Collaborator)]
        const { Blog } = orNotFound(await find(groupId), `group ${groupId}`)
        orNotFound(await findMember(Blog, collaboratorId), `collaborator ${collaboratorId} in blog ${Blog}`)
        await members.add({ ...key, Blog })
      },
      remove: members.remove
    },
    holder: { parameter: 'groupId', property: 'Group', itemName: 'group', find },
    assigned: {
      parameter: 'collaboratorId',
      property: 'Collaborator',
      itemName: 'collaborator',
      find: findCollaborator,
      model: Collaborator
    }
  })
}

export default blogCollaboratorGroups
