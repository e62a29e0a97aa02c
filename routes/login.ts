/** Login and logout. */
import { httpErrors } from '@fastify/sensible'
import { sessions } from '../db/sessions.ts'
import { tokenOf } from '../plugins/authorization/index.ts'
import { newToken } from '../db/secrets.ts'
import { Credentials, Login } from '../schemas/login.ts'
import { accountOf } from '../plugins/authorization/credentials.ts'
import type { Family } from './shared/family.ts'

const login: Family = async (app) => {
  const { begin, end } = sessions(app.sql)

  app.post(
    '/Security/Login',
    { schema: { summary: 'Log in', body: Credentials, response: { 201: Login } } },
    async ({ body: { UserName, Password }, ip }) => {
      const account = await accountOf(app.sql, { name: UserName, password: Password, ip })
      const token = newToken()
      const session = account && (await begin(account, token))
      if (session === undefined) throw httpErrors.unauthorized('There is no active user with this name and password')
      return { Session: token, ...session }
    }
  )

  app.delete('/Security/Login', { config: { who: 'user' }, schema: { summary: 'Log out' } }, async (request) => {
    if (!(await end(tokenOf(request) ?? ''))) {
      throw httpErrors.forbidden('An API token cannot log out; the operator can revoke it')
    }
  })
}

export default login
