/** Access checks: a gateway in front of the service asks whether a user may access a blog or another user's data. */
import { Flag } from './language/vocabulary.ts'
import { model } from './language/models.ts'

const properties = { HasAccess: Flag('Whether the user has access') }

export const HasBlog = model('HasBlog', null, properties)
export const HasAccess = model('HasAccess', null, properties)
