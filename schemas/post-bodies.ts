/** Bodies of the requests that insert and change posts of a blog. */
import { Type, type Static } from 'typebox'
import { FilledText, LinkById, LinkByKey, SentMoment, Text } from './language/vocabulary.ts'
import { edited, model, optional } from './language/models.ts'
import { MAX_CONTENT, MAX_NOTE } from './post.ts'
import { writtenTypes } from './post-types.ts'

const Content = FilledText('Body; may contain HTML as text', {
  maxLength: MAX_CONTENT,
  examples: ['Polls close in <b>ten</b> minutes.']
})
/** The members of `Meta` that readers see, by type. */
const shownMembers = writtenTypes
  .filter(({ fields }) => fields.length > 0)
  .map(({ key, fields }) => `${key}: ${fields.map(({ name, label }) => `${name} (${label})`).join(', ')}`)
  .join('; ')
const Meta = Type.Optional(
  Type.String({
    format: 'json-object',
    contentMediaType: 'application/json',
    maxLength: MAX_CONTENT,
    whenEmpty: '{}',
    description: `JSON object, or a JSON object as text. Readers see these members of ${shownMembers}`
  })
)

/** Body of a PUT to a post. Absent properties keep their values. */
export const EditedPost = edited(model('Post', null, { Content, Meta }))

/** Body of a new post. A link is a key, an address, or an element as in documents. */
export const NewPost = model('Post', null, {
  Content,
  Type: Type.Optional(
    LinkByKey('Data/PostType/{Type}', 'Key of the post type; default normal', { examples: ['normal'] })
  ),
  Meta,
  Author: Type.Optional(LinkById('Data/Collaborator/{Author}', 'Author; default: the collaborator of the creator')),
  Creator: Type.Optional(
    LinkById('HR/User/{Creator}', 'User who inserts the post; default: the user who sends the request')
  )
})

/** Body of the request that returns a draft to its author. */
export const ReturnedPost = optional(
  model('Post', null, {
    Note: Type.Optional(
      Text('Why the draft is returned, for its author', { maxLength: MAX_NOTE, examples: ['Who says so?'] })
    )
  })
)

/** Body of the request that schedules a draft. */
export const ScheduledPost = model('Post', null, {
  PublishOn: Type.String({
    ...SentMoment('When the service publishes the draft: within a year from now'),
    examples: ['2027-03-05T20:00:00Z']
  })
})

export type NewPostBody = Static<typeof NewPost>
