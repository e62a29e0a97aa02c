/**
 * Sessions of browsers: a page to log in, and a cookie that holds the session token. The cookie counts on pages and for
 * forms only, and forms must come from this service. `/` leads to the index of resources.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { Credentials } from '../../schemas/login.ts'
import { accountOf } from '../authorization/credentials.ts'
import { readForm } from '../bodies/form.ts'
import { COOKIE, cookieToken } from '../origin/browsers.ts'
import { maxBytesOf } from '../bodies/limits.ts'

/** Where a browser goes after the login: a path of this service, in characters that a header may contain. */
const Target = { to: Type.Optional(Type.String({ maxLength: 2000, pattern: '^/(?![/\\\\])[!-~]*$' })) }
const LoginForm = Type.Object({ ...Credentials.properties, ...Target })
const LoginQuery = Type.Object(Target)

const HIDDEN = { hide: true }
/** Seconds after which every session has expired. */
const MAX_AGE = 12 * 60 * 60

const browsers = async (app: FastifyInstance) => {
  const { begin, end } = sessions(app.sql)
  const { badRequest, forbidden } = app.httpErrors

  /** @throws HttpError 403 if another site made the browser send the request */
  const requireSameSite = (request: FastifyRequest) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwn = site === undefined ? origin === new URL(app.linkBase(request)).origin : site === 'same-origin'
    if (!isOwn) throw forbidden('Another site sent this form. Open the page of this service, and send its form')
  }

  app.addHook('onRequest', async (request) => {
    if (request.origin.isBrowserSession && !SAFE.has(request.method)) requireSameSite(request)
  })

  const showLogin = async (request: FastifyRequest, reply: FastifyReply, to: string, error?: string) => {
    const { loginPage } = await import('../pages/login.tsx')
    return app.pages.show(request, reply, (frame) => loginPage({ ...frame, to, error }))
  }
  const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number) => {
    const secure = app.linkBase(request).startsWith('https:') ? '; Secure' : ''
    const cookie = `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store')
  }

  app.get('/', { schema: HIDDEN }, (request, reply) => reply.redirect(`${app.linkBase(request)}/resources`))

  app.get<{ Querystring: Static<typeof LoginQuery> }>(
    '/login',
    { schema: { ...HIDDEN, querystring: LoginQuery } },
    (request, reply) => showLogin(request, reply, request.query.to ?? '/resources')
  )

  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => {
        try {
          return readForm(body)
        } catch (error) {
          throw error instanceof SyntaxError ? badRequest(`The form could not be read: ${error.message}`) : error
        }
      }
    )
    forms.post<{ Body: Static<typeof LoginForm> }>(
      '/login',
      { schema: { ...HIDDEN, body: LoginForm }, bodyLimit: maxBytesOf(LoginForm) },
      async (request, reply) => {
        requireSameSite(request)
        const { UserName, Password, to = '/resources' } = request.body
        const account = await accountOf(app.sql, { name: UserName, password: Password, ip: request.ip })
        if (account === undefined) {
          reply.code(401)
          return showLogin(request, reply, to, 'There is no active user with this name and password.')
        }
        const token = newToken()
        await begin(account.Id, hashToken(token))
        return setCookie(request, reply, token, MAX_AGE).redirect(app.linkBase(request) + to, 303)
      }
    )
    forms.post('/logout', { schema: HIDDEN }, async (request, reply) => {
      requireSameSite(request)
      const token = cookieToken(request.headers)
      if (token !== undefined) await end(hashToken(token))
      return setCookie(request, reply, '', 0).redirect(`${app.linkBase(request)}/resources`, 303)
    })
  })
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export default fp(browsers, {
  name: 'browsers',
  dependencies: ['database', 'pages', '@fastify/sensible'],
  fastify: '5.x'
})
