/** Logging in and out: credentials for a session token, and the end of the session. */
import { httpErrors } from '@fastify/sensible'
import { sessions } from '../db/sessions.ts'
import { users } from '../db/users.ts'
import { tokenOf } from '../plugins/authorization.ts'
import { clientOf } from '../plugins/faults/clients.ts'
import { hashToken, isPassword, newToken } from '../db/secrets.ts'
import { Credentials, Login } from '../schemas/login.ts'
import type { Family } from './shared/family.ts'

/** How often a login may fail within fifteen minutes: for one account from one address, and from one address at all. */
const MAX_ACCOUNT_FAILURES = 5
const MAX_ADDRESS_FAILURES = 50
const WAIT = { 'retry-after': '900' }

const login: Family = async (app) => {
  const { begin, end, noteAttempt, withdrawAttempt, forgiveFailures } = sessions(app.sql)
  const { account } = users(app.sql)

  app.post('/Security/Login', { schema: { body: Credentials, response: { 201: Login } } },
    async ({ body: { UserName, Password }, ip }) => {
      const client = clientOf(ip)
      const { Note, OfAccount, OfAddress } = await noteAttempt(UserName, client)
      if (OfAccount > MAX_ACCOUNT_FAILURES || OfAddress > MAX_ADDRESS_FAILURES) {
        await withdrawAttempt(UserName, client, Note)
        throw httpErrors.createError(429, 'Too many failed logins; try again in fifteen minutes', { headers: WAIT })
      }
      const user = await account(UserName)
      const valid = await isPassword(user?.PasswordHash, Password)
      if (user === undefined || !valid || !user.Active) throw httpErrors.unauthorized('There is no active user with this name and password')
      await forgiveFailures(UserName, client)
      const token = newToken()
      const { CreatedOn, ExpiresOn } = await begin(user.Id, hashToken(token))
      return { Session: token, CreatedOn, ExpiresOn, User: user.Id }
    })

  app.delete('/Security/Login', { config: { guarded: true } }, async (request) => {
    if (!await end(hashToken(tokenOf(request) ?? ''))) {
      throw httpErrors.forbidden('An API token does not log out; the operator revokes it')
    }
  })
}

export default login
