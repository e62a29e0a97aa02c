/** Collaborator groups: members of a blog, grouped to read their drafts together. */
import { family } from './language/family.ts'
import { Id, LinkById, Moment, Version } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const self = '{Module}/BlogCollaboratorGroup/{Id}'

export const BlogCollaboratorGroup = model(
  'BlogCollaboratorGroup',
  self,
  {
    Id: Id('Group identifier'),
    Version,
    LastAccessOn: Moment('When the group was last used'),
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the members')
  },
  {
    BlogCollaboratorGroupMember: `${self}/BlogCollaboratorGroupMember/`
  }
)

const BlogCollaboratorGroupMember = model('BlogCollaboratorGroupMember', null, {
  BlogCollaborator: LinkById('Data/Collaborator/{BlogCollaborator}', 'The member'),
  Group: LinkById('{Module}/BlogCollaboratorGroup/{Group}', 'The group')
})

export const BlogCollaboratorGroupMembers = family(BlogCollaboratorGroupMember, {})

export const BlogCollaboratorGroups = family(BlogCollaboratorGroup, {
  creation: model('BlogCollaboratorGroup', null, { Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the members') })
})
