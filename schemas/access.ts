/** Access checks: a gateway in front of the service asks whether a user may access a blog or another user's data. */
import { Type } from 'typebox'
import { Flag, Id, BlogId } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const properties = { HasAccess: Flag('Whether the user has access') }

export const HasBlog = model('HasBlog', null, properties)
export const HasAccess = model('HasAccess', null, properties)

/** Path parameters of a check of access to a blog. */
export const BlogAccessPath = Type.Object({
  authenticatedId: Id('Identifier of the user who requests access'),
  blogId: BlogId()
})

/** Path parameters of a check of access to a user's data. */
export const UserAccessPath = Type.Object({
  authenticatedId: Id('Identifier of the user who requests access'),
  userId: Id('User identifier')
})
