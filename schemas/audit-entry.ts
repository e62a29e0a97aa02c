/** Entries of the audit trail: who has done what and when. They have no content, passwords or tokens. */
import { Type } from 'typebox'
import { equal, moment, range } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Count, Id, LinkById, Moment, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

/** The kinds of clients. Triggers write `database` for a connection that is not the service's own. */
export const CLIENTS = ['browser', 'program', 'token', 'assistant', 'reader', 'service', 'command', 'database'] as const

export type Client = (typeof CLIENTS)[number]

const CLIENT =
  'Kind of the client: browser (session of a browser), program (session of a program), token (API token), ' +
  'assistant (a program that a language model steers), reader (sender of a comment), service (the service itself), ' +
  'command (the command desk) or database (another connection)'

const ACTION = 'What was done, such as published, changed, withdrawn or deleted (docs/audit.md)'
const KIND =
  'Kind of the item: post, blog, member, configuration, sync, webhook, user, password, role, right, file or token'

export const AuditEntry = model('AuditEntry', 'Security/AuditEntry/{Id}', {
  Id: Id('Identifier; later entries have higher ones'),
  HappenedOn: Moment('When it was done'),
  Action: Text(ACTION),
  Kind: Text(KIND),
  Item: Type.Optional(Count('Identifier of the item; of a member, the collaborator; of a token or password, the user')),
  Name: Type.Optional(Text('Name of the role, right, token, user or configuration, or type of the membership')),
  Posts: Type.Optional(Count('Number of posts, if one step has changed several')),
  Client: Text(CLIENT),
  Token: Type.Optional(Text('Name of the API token')),
  Blog: Type.Optional(LinkById('{Module}/Blog/{Blog}', 'Blog of the item')),
  User: Type.Optional(LinkById('HR/User/{User}', 'User who did it'))
})

export const AuditEntries = family(AuditEntry, {
  criteria: {
    action: equal(ACTION),
    kind: equal(KIND),
    item: range('Identifier of the item'),
    blog: range('Identifier of the blog'),
    user: range('Identifier of the user who did it'),
    client: equal(CLIENT),
    token: equal('Name of the API token'),
    happenedOn: moment('When it was done')
  }
})
