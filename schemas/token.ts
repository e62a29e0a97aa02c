/** API tokens, by which programs act for a user without a login. */
import { Type } from 'typebox'
import { equal, moment, range } from './language/criteria.ts'
import { family } from './language/family.ts'
import { FilledText, Key, LinkById, Moment, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

/** Allowances of limited tokens, each greater than the one before it. */
export const ALLOWANCES = ['read', 'draft', 'publish'] as const

export type Allowance = (typeof ALLOWANCES)[number]

const MEANING =
  'read (drafts too), draft (also write, correct and hand in drafts, and upload files) or publish (also publish and ' +
  'look after the blog), within the rights of the user'

const BLOG = 'The blog that the token is for; all blogs, if absent'

const fields = {
  Id: Key('The first 12 digits of the SHA-256 of the token'),
  Name: Text('What the token is for'),
  Allows: Text(`${MEANING}; everything for tokens of the command line`),
  CreatedOn: Moment('When it was made'),
  LastUsedOn: Type.Optional(Moment('When it was last used, to the minute')),
  Blog: Type.Optional(LinkById('{Module}/Blog/{Blog}', BLOG)),
  User: LinkById('HR/User/{User}', 'User for whom it acts')
}

export const Token = model('Token', 'HR/User/{User}/Token/{Id}', fields)

/** The response to the request that makes a token. Nothing shows the token later. */
export const MadeToken = model('MadeToken', 'HR/User/{User}/Token/{Id}', {
  ...fields,
  Token: Text('The token, for the Authorization header. It is shown only now')
})

const NewToken = model('Token', null, {
  Name: FilledText('What the token is for', { maxLength: 255, examples: ['wire import'] }),
  Allows: Type.Enum([...ALLOWANCES], { description: MEANING }),
  Blog: Type.Optional(LinkById('{Module}/Blog/{Blog}', BLOG))
})

export const Tokens = family(Token, {
  criteria: {
    name: equal('What the token is for'),
    allows: equal(MEANING),
    user: range('Identifier of the user'),
    blog: range('Identifier of the blog'),
    createdOn: moment('When it was made'),
    lastUsedOn: moment('When it was last used')
  },
  creation: NewToken
})
