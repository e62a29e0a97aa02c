/**
 * Sessions of browsers: a page to log in, and a cookie that holds the session token. The cookie counts on pages, for
 * forms, and for scripts. Forms and scripts must come from this service.
 */
import { hash } from 'node:crypto'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { sessions, type SessionUser } from '../../db/sessions.ts'
import { newToken } from '../../db/secrets.ts'
import { isObject, membersOf, type Row } from '../../schemas/language/rows.ts'
import { Credentials } from '../../schemas/login.ts'
import { accountOf } from '../authorization/credentials.ts'
import { readForm } from '../bodies/form.ts'
import { parserOf } from '../bodies/index.ts'
import { isTemporary } from '../faults/temporary.ts'
import { formMedia } from '../formats.ts'
import { cookieToken, isSentByOwnPage, LOGIN, MAX_PATH, OWN_PATH } from '../origin/browsers.ts'
import { maxBytesOf } from '../bodies/limits.ts'
import { fits } from '../validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    browsers: {
      /** Returns whether a page of this service, not of another site, made the browser send a request. */
      readonly isOwn: (request: FastifyRequest) => boolean
      /** @throws HttpError 403 if another site made the browser send a request */
      readonly requireOwn: (request: FastifyRequest) => void
      /**
       * Returns the user who sends a form: that of the session, or the one whose name and password are in the fields of
       * `LOGIN`, which begins a session. Removes these fields, and binds the key of the form to its contents.
       * @throws HttpError 401 without a valid session or credentials, 403 if another site sent the credentials, 429
       */
      readonly userOf: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionUser>
    }
  }
}

const WRONG_CREDENTIALS = 'There is no active user with this name and password.'

/** Path to which a login leads by default: the newsroom. */
const HOME = '/desk'
/** The path where a browser goes after the login. */
const Target = { to: Type.Optional(Type.String({ maxLength: MAX_PATH, pattern: OWN_PATH })) }
const LoginForm = Type.Object({ ...Credentials.properties, ...Target })
const LoginQuery = Type.Object(Target)

/** Seconds after which every session has expired. */
const MAX_AGE = 12 * 60 * 60

const browsers = async (app: FastifyInstance) => {
  const { sessionCookie } = app
  const { begin, end } = sessions(app.sql)
  const { forbidden } = app.httpErrors
  const unauthorized = app.httpErrors.unauthorized.bind(app.httpErrors)

  const isOwn = (request: FastifyRequest): boolean => {
    const { headers } = request
    if (headers['sec-fetch-site'] !== undefined) return isSentByOwnPage(headers)
    return headers.origin === new URL(app.linkBase(request)).origin
  }
  const requireOwn = (request: FastifyRequest) => {
    if (isOwn(request)) return
    throw forbidden('Another site sent this form. Open the page of this service, and send its form')
  }

  /** Ends the session of the browser that sent a request, if it has one. */
  const endSession = async ({ headers }: FastifyRequest) => {
    const token = cookieToken(headers, sessionCookie)
    if (token !== undefined) await end(token)
  }
  const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number) => {
    const secure = app.linkBase(request).startsWith('https:') ? '; Secure' : ''
    const cookie = `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store')
  }
  /**
   * Begins a session of the user with a name and a password, in place of the session that the browser has.
   * @throws HttpError 401 if there is no such user, 403 if another site sent the credentials, 429
   */
  const logIn = async (request: FastifyRequest, reply: FastifyReply, typed: string, password: string) => {
    requireOwn(request)
    const { ip } = request
    // Keyboards of telephones add a space to a word that they complete.
    const name = typed.trim()
    const token = newToken()
    const account = await app.freshness.change(async () => {
      const account = await accountOf(app.sql, { name, password, ip })
      if (account === undefined || (await begin(account, token, true)) === undefined) return undefined
      await endSession(request)
      return account
    }, true)
    if (account === undefined) throw unauthorized(WRONG_CREDENTIALS)
    setCookie(request, reply, token, MAX_AGE)
    return { Id: account.Id, Name: name, Client: 'browser' } as const
  }

  const senderOf = async (request: FastifyRequest, reply: FastifyReply, credentials: Row): Promise<SessionUser> => {
    if (credentials.UserName === '' && credentials.Password === '') return app.authorization.userOf(request)
    if (!fits(Credentials, credentials)) throw unauthorized(WRONG_CREDENTIALS)
    const user = await logIn(request, reply, credentials.UserName, credentials.Password)
    request.raw.origin = { ...request.origin, isBrowserSession: true }
    return user
  }

  app.decorate('browsers', {
    isOwn,
    requireOwn,
    userOf: async (request: FastifyRequest, reply: FastifyReply) => {
      const { [LOGIN.name]: UserName = '', [LOGIN.password]: Password = '', ...body } = membersOf(request.body)
      const user = await senderOf(request, reply, { UserName, Password })
      if (isObject(request.body)) request.body = body
      bindKey(request)
      return user
    }
  })

  const showLogin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    failed: { to: string; name?: string; error?: string }
  ) => {
    const { loginPage } = await import('../pages/login.tsx')
    return app.pages.show(request, reply, (frame) => loginPage({ ...frame, ...failed }))
  }
  app.get<{ Querystring: Static<typeof LoginQuery> }>(
    '/login',
    { schema: { querystring: LoginQuery } },
    (request, reply) => showLogin(request, reply, { to: request.query.to ?? HOME })
  )

  await app.register(async (forms) => {
    forms.addContentTypeParser(formMedia, { parseAs: 'buffer' }, parserOf(readForm))
    forms.post<{ Body: Static<typeof LoginForm> }>(
      '/login',
      { schema: { body: LoginForm }, bodyLimit: maxBytesOf(LoginForm) },
      async (request, reply) => {
        const { UserName: name, Password: password, to = HOME } = request.body
        try {
          await logIn(request, reply, name, password)
          return reply.redirect(app.linkBase(request) + to, 303)
        } catch (error) {
          if (isTemporary(error)) {
            reply.code(503).header('retry-after', '2')
            return showLogin(request, reply, { to, name, error: 'The service is busy. Try again in a moment.' })
          }
          const { statusCode, message } = membersOf(error)
          if (statusCode !== 401 && statusCode !== 429) throw error
          reply.code(statusCode)
          return showLogin(request, reply, { to, name, error: String(message) })
        }
      }
    )
    forms.post('/logout', async (request, reply) => {
      requireOwn(request)
      await app.freshness.change(() => endSession(request), true)
      return setCookie(request, reply, '', 0).redirect(`${app.linkBase(request)}/`, 303)
    })
  })
}

/** Makes a form that is sent again with other values, after "Back" in the browser, another request. */
const bindKey = ({ body, headers, method, originalUrl }: FastifyRequest): void => {
  const { 'idempotency-key': key } = headers
  if (key === undefined) return
  headers['idempotency-key'] = hash('sha256', JSON.stringify([key, method, originalUrl, body]), 'base64url')
}

export default fp(browsers, {
  name: 'browsers',
  dependencies: ['database', 'origin', 'pages', 'authorization', '@fastify/sensible']
})
