/** Presence: who is on a blog now, and which post they correct. */
import { Type } from 'typebox'
import { LinkById, Moment, Text } from './language/vocabulary.ts'
import { listOf, model, optional } from './language/models.ts'

/** Maximum number of people that the list shows. */
export const MAX_PRESENCES = 100

const Post = LinkById('{Module}/Blog/{Blog}/Post/{Post}', 'Post that the user corrects, if any')

export const Presence = model('Presence', null, {
  Name: Text('Display name of the user'),
  Since: Moment('When the user began to correct the post, or came to the blog'),
  Blog: LinkById('{Module}/Blog/{Blog}', 'The blog'),
  Post: Type.Optional(Post),
  User: LinkById('HR/User/{User}', 'The user')
})

/** The people on a blog, the one who came first above. */
export const PresenceList = listOf('PresenceList', Presence, null, {})

/** Body of a PUT that renews a presence. */
export const RenewedPresence = optional(model('Presence', null, { Post: Type.Optional(Post) }))
