/** Collaborators: authors of posts, in general and as members of a blog. */
import { Type } from 'typebox'
import { family } from './language/family.ts'
import { prefixed } from './language/criteria.ts'
import { SourceCriteria } from './source.ts'
import { UserCriteria } from './user.ts'
import { Id, LinkById, Reference, Text, Version, Clearable } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'Data/Collaborator/{Id}'
const memberSelf = '{Module}/Blog/{Blog}/Collaborator/{Id}'

const fields = {
  Id: Id('Collaborator identifier'),
  Name: Text('Display name: the user’s full name, else the source’s name')
}
const Source = LinkById('Data/Source/{Source}', 'Source of the collaborator’s posts')
const User = LinkById('HR/User/{User}', 'User account of the collaborator, if there is one')

export const Collaborator = model(
  'Collaborator',
  self,
  { ...fields, Version, Source, User: Type.Optional(User) },
  {
    Post: `${self}/Post/`,
    PostUnpublished: `${self}/Post/Unpublished`,
    PostPublished: `${self}/Post/Published`
  }
)

const NewCollaborator = model('Collaborator', null, { Source, User: Type.Optional(Clearable(User)) })

/** A collaborator as a member of a blog. */
export const BlogCollaborator = model(
  'Collaborator',
  memberSelf,
  {
    ...fields,
    Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
    Source,
    Type: Reference('Name', 'Role of the member in the blog: Collaborator or Administrator'),
    User: Type.Optional(User)
  },
  {
    Post: `${memberSelf}/Post/`,
    PostUnpublished: `${memberSelf}/Post/Unpublished`,
    PostPublished: `${memberSelf}/Post/Published`
  }
)

export const BlogCollaborators = family(BlogCollaborator, {})

/** Criteria of lists of collaborators: properties of their users and of their sources. */
const CollaboratorCriteria = {
  ...prefixed('qu', UserCriteria, 'User'),
  ...prefixed('qs', SourceCriteria, 'Source')
}

/** Query parameter of the list of potential members, which leaves out collaborators without a user by default. */
export const ExcludeSources = {
  excludeSources: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether to leave out collaborators without a user' })
  )
}

export const Collaborators = family(Collaborator, {
  criteria: CollaboratorCriteria,
  creation: NewCollaborator,
  changes: edited(NewCollaborator)
})
