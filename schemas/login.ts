/** Login: credentials for a session token. */
import { Type } from 'typebox'
import { LinkById, Moment, Text, model } from './language/vocabulary.ts'

export const Login = model('Login', null, {
  Session: Text('The token to send in the Authorization header'),
  CreatedOn: Moment('When the session began'),
  ExpiresOn: Moment('When it ends at the latest; an hour without use ends it sooner'),
  User: LinkById('HR/User/{User}', 'Who is logged in')
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

/** How many characters a new password has; those of older accounts may be shorter. */
export const PASSWORD_LENGTH = { minLength: 12, maxLength: 1000 }

/** A password that somebody chooses. */
export const NewPassword = Type.String({ ...PASSWORD_LENGTH, format: 'xml-text', description: 'Password' })

/** The purpose that an API token is made for. */
export const TokenPurpose = Type.String({ ...Text('What the token is for', { maxLength: 255 }), minLength: 1 })
