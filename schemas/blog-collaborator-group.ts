/** Groups of a blog's members, made to look at their drafts together. */
import { Type } from 'typebox'
import { PageAttributes } from './language/paging.ts'
import { Id, LinkById, Moment, Version, listOf, model } from './language/vocabulary.ts'

const self = '{Module}/BlogCollaboratorGroup/{Id}'

/** A group. */
export const BlogCollaboratorGroup = model(
  'BlogCollaboratorGroup',
  self,
  {
    Id: Id('Group identifier'),
    Version: Version(),
    LastAccessOn: Moment('When the group was last used'),
    Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the members')
  },
  {
    BlogCollaboratorGroupMember: `${self}/BlogCollaboratorGroupMember/`
  },
  { onRequest: ['Version'], version: 'Version' }
)

/** Body of a new group. */
export const NewBlogCollaboratorGroup = model('BlogCollaboratorGroup', null, {
  Blog: LinkById('{Module}/Blog/{Blog}', 'Blog of the members')
})

/** A member of a group. */
export const BlogCollaboratorGroupMember = model('BlogCollaboratorGroupMember', null, {
  BlogCollaborator: LinkById('Data/Collaborator/{BlogCollaborator}', 'The member'),
  Group: LinkById('{Module}/BlogCollaboratorGroup/{Group}', 'The group')
})

/** Some members of a group. */
export const BlogCollaboratorGroupMemberList = listOf(
  'BlogCollaboratorGroupMemberList',
  BlogCollaboratorGroupMember,
  null,
  PageAttributes
)

/** The path parameters of a group. */
export const BlogCollaboratorGroupPath = Type.Object({ groupId: Id('Group identifier') })

/** The path parameters of a group and somebody who belongs to it. */
export const BlogCollaboratorGroupMemberPath = Type.Object({
  ...BlogCollaboratorGroupPath.properties,
  collaboratorId: Id('Collaborator identifier')
})
