/** Groups of a blog's members. No list shows them, so clients must remember the address of a group they create. */
import { blogCollaboratorGroups as queries } from '../db/blog-collaborator-groups.ts'
import { blogCollaborators, collaborators } from '../db/collaborators.ts'
import { pairs, records } from '../db/records.ts'
import { BlogCollaboratorGroupMembers, BlogCollaboratorGroups } from '../schemas/blog-collaborator-group.ts'
import { Collaborator } from '../schemas/collaborator.ts'
import { assign } from './shared/assignable.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { readItems } from './shared/readable.ts'

const blogCollaboratorGroups: Family = async (app, { module }) => {
  const { find, listMembers } = queries(app.sql)
  const { findBy: findMember } = blogCollaborators(app.sql)
  const access = { who: 'member', blogOf: blogOfItem('groupId', find) } as const
  const path = `/${module}/BlogCollaboratorGroup/:groupId` as const
  const family = { ...BlogCollaboratorGroups, itemName: 'group', path, queries: queries(app.sql) }

  readItems(app, family)
  list(app, `${path}/BlogCollaboratorGroupMember`, BlogCollaboratorGroupMembers, ({ groupId }, query) =>
    listMembers(groupId, query)
  )
  edit(app, {
    ...family,
    writes: records(app.writes, 'blog_collaborator_groups'),
    access,
    creationAccess: { who: 'member', blogOf: blogInBody }
  })
  const members = pairs(app.writes, 'blog_collaborator_group_members')
  assign(app, {
    path: `${path}/Collaborator/:collaboratorId`,
    access,
    summaries: { PUT: 'Add a member of a blog to a group', DELETE: 'Remove a member from a group' },
    pairs: {
      add: async (key) => {
        const [groupId, Id] = [Number(key.Group), Number(key.Collaborator)]
        const { Blog } = orNotFound(await find(groupId), `group ${groupId}`)
        orNotFound(await findMember({ Blog, Id }), `collaborator ${Id} of blog ${Blog}`)
        await members.add({ ...key, Blog })
      },
      remove: members.remove
    },
    holder: { parameter: 'groupId', itemName: 'group', find },
    assigned: {
      parameter: 'collaboratorId',
      itemName: 'collaborator',
      find: collaborators(app.sql).find,
      model: Collaborator
    }
  })
}

export default blogCollaboratorGroups
