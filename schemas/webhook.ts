/** Webhooks: addresses of other programs that learn of the changes that readers see, and the messages to them. */
import { Type } from 'typebox'
import { flag } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Count, FilledText, Flag, Id, LinkById, Moment, Text } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/Webhook/{Id}'
const SECRET = 'The secret that messages are signed with, whsec_ and Base64; shown only once'

const fields = {
  Id: Id('Webhook identifier'),
  Address: Text('Address that messages are sent to'),
  CId: Type.Optional(Count('Number of the last announced change of the blog; absent if it is for all blogs')),
  Error: Type.Optional(Text('Why the last try failed, or why the webhook is off')),
  Failures: Count('Failed tries since the last success'),
  IsOn: Flag('Whether messages are sent'),
  CreatedOn: Moment('When it was created'),
  FailingSince: Type.Optional(Moment('When the first of the failed tries was')),
  NextTryOn: Type.Optional(Moment('When the next try is, after a failed one')),
  Version: Count('Number of changes to the item'),
  Blog: Type.Optional(LinkById('{Module}/Blog/{Blog}', 'Blog whose changes it announces; absent for all blogs')),
  Creator: LinkById('HR/User/{Creator}', 'User who created it')
}
const subresources = { Delivery: `${self}/Delivery/` }
const options = { version: 'Version', cacheAs: 'live' } as const

export const Webhook = model('Webhook', self, fields, subresources, options)

/** A webhook as the response to its creation shows it. The response to a repeated request lacks the secret. */
export const CreatedWebhook = model(
  'Webhook',
  self,
  { ...fields, Secret: Type.Optional(Text(SECRET)) },
  subresources,
  options
)

const NewWebhook = model('Webhook', null, {
  Address: FilledText('Address that messages are sent to, with https or http', {
    maxLength: 2000,
    examples: ['https://live.example/hook']
  }),
  IsOn: Type.Optional(Flag('Whether messages are sent; default true'))
})

export const Webhooks = family(Webhook, {
  criteria: { isOn: flag('Whether messages are sent') },
  creation: NewWebhook,
  changes: edited(NewWebhook)
})

/** A new secret. */
export const WebhookSecret = model('WebhookSecret', null, {
  Secret: Text(SECRET),
  FormerUntil: Moment('Until then, messages are also signed with the secret before it'),
  Webhook: LinkById('{Module}/Webhook/{Webhook}', 'The webhook')
})

export const WebhookDelivery = model(
  'Delivery',
  '{Module}/Webhook/{Webhook}/Delivery/{Id}',
  {
    Id: Id('Delivery identifier'),
    MessageId: Text('Identifier of the message, the header webhook-id: the same at each try'),
    Attempts: Count('Number of tries'),
    CId: Type.Optional(Count('Number of the newest change that the message announces; absent for a test message')),
    Error: Type.Optional(Text('Why the last try failed')),
    IsWaiting: Flag('Whether the message has yet to be sent, or sent again'),
    Kinds: Type.Optional(Text('What happened to posts: published, unpublished, deleted, separated by commas')),
    Since: Type.Optional(Count('The change number after which the announced changes begin')),
    Status: Type.Optional(Count('HTTP status of the answer to the last try; absent without an answer')),
    CreatedOn: Moment('When the message was made'),
    DeliveredOn: Type.Optional(Moment('When it was last delivered')),
    TriedOn: Type.Optional(Moment('When the last try was')),
    Blog: Type.Optional(LinkById('{Module}/Blog/{Blog}', 'Blog whose changes it announces')),
    Webhook: LinkById('{Module}/Webhook/{Webhook}', 'The webhook')
  },
  {},
  { cacheAs: 'live' }
)

export const WebhookDeliveries = family(WebhookDelivery, {
  criteria: { isWaiting: flag('Whether the message has yet to be sent') }
})
