/** Login: a client exchanges credentials for a session token. */
import { Type } from 'typebox'
import { FilledText, LinkById, Moment, Text } from './language/vocabulary.ts'
import { model } from './language/models.ts'

export const Login = model('Login', null, {
  Session: Text('Session token to send in the Authorization header'),
  CreatedOn: Moment('When the session began'),
  ExpiresOn: Moment('When the session expires; it also expires after an hour without requests'),
  User: LinkById('HR/User/{User}', 'User of the session')
})

export const Credentials = model('Login', null, {
  UserName: Type.String({
    minLength: 1,
    maxLength: 150,
    format: 'xml-text',
    examples: ['admin'],
    description: 'Login name'
  }),
  Password: Type.String({
    minLength: 1,
    maxLength: 1000,
    format: 'xml-text',
    examples: ['printed at the first start'],
    description: 'Password'
  })
})

/** Length of a new password in characters. Passwords of older accounts may be shorter. */
export const PASSWORD_LENGTH = { minLength: 12, maxLength: 1000 }

/** A new password. */
export const NewPassword = Type.String({
  ...PASSWORD_LENGTH,
  format: 'xml-text',
  examples: ['a long password'],
  description: 'Password'
})

export const TokenPurpose = FilledText('Purpose of the token', { maxLength: 255 })
