/** Access: whether a user may do something. Whoever guards the service asks for it by address. */
import { Type } from 'typebox'
import { Flag, Id, model } from './language/vocabulary.ts'

const answer = { HasAccess: Flag('Whether the user has access') }

/** The answer about a blog, and the one about a user. */
export const HasBlog = model('HasBlog', null, answer)
export const HasAccess = model('HasAccess', null, answer)

/** The path parameters of a question about a blog. */
export const BlogAccessPath = Type.Object({
  authenticatedId: Id('The user who wants access'),
  blogId: Id('Blog identifier')
})

/** The path parameters of a question about a user. */
export const UserAccessPath = Type.Object({
  authenticatedId: Id('The user who wants access'),
  userId: Id('User identifier')
})
