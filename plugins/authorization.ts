/**
 * Who asks. Writing needs a session; reading needs none, but where drafts or profiles are closed to the public, a
 * session opens them.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessions, type SessionUser } from '../db/sessions.ts'
import { hashToken } from '../db/secrets.ts'
import { isPersonal } from './existing-programs.ts'
import { membersOf } from './resources/representation/template.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authorization: Authorization
  }
}

/** What a reader may see. */
export interface Viewer { readonly drafts: boolean, readonly profiles: boolean }

export interface Authorization {
  /** The user of a request's session. @throws HttpError 401 when it has no valid one */
  readonly userOf: (request: FastifyRequest) => Promise<SessionUser>
  /** What a request may see. */
  readonly viewerOf: (request: FastifyRequest) => Promise<Viewer>
  /** Whether what a request may see still holds; it does not any more when its session has ended. */
  readonly isStillViewer: (request: FastifyRequest) => Promise<boolean>
}

const EVERYTHING: Viewer = { drafts: true, profiles: true }

const authorization = async (
  app: FastifyInstance, { publicDrafts, publicProfiles }: { publicDrafts: boolean, publicProfiles: boolean }
) => {
  const { userOf, isAlive } = sessions(app.sql)
  const { attempt } = app.freshness
  const unauthorized = app.httpErrors.unauthorized.bind(app.httpErrors)
  const open: Viewer = { drafts: publicDrafts, profiles: publicProfiles }

  app.decorate('authorization', {
    userOf: async (request: FastifyRequest) => {
      const { authorization: header } = request.headers
      const token = tokenOf(request)
      if (header === undefined) throw unauthorized('Send a session token in the Authorization header')
      if (token === undefined) {
        throw unauthorized('The Authorization header does not hold a session token of this service')
      }
      const user = await attempt(() => userOf(hashToken(token)))
      if (user === undefined) throw unauthorized('The session token is unknown or has expired; log in again')
      return user
    },
    viewerOf: async (request: FastifyRequest) => {
      // Without a session it would have been refused by now.
      if (isPersonal(request.raw)) return EVERYTHING
      const token = publicDrafts && publicProfiles ? undefined : tokenOf(request)
      const isUser = token !== undefined && await attempt(() => userOf(hashToken(token))) !== undefined
      return isUser ? EVERYTHING : open
    },
    isStillViewer: async (request: FastifyRequest) => {
      const token = tokenOf(request)
      return request.context.viewer !== EVERYTHING || (token !== undefined && await isAlive(hashToken(token)))
    }
  })

  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.description === undefined || request.context.viewer.profiles) return
    const [personal] = personalParameters(request)
    if (personal === undefined) return
    throw unauthorized(`Profiles are not public here; ${personal} needs a session token in the Authorization header`)
  })
}

/** The parameters of a request that look at what closed profiles hide: an answer to them would tell it. */
const personalParameters = ({ query, routeOptions: { config: { description } } }: FastifyRequest): string[] =>
  Object.entries(membersOf(query)).flatMap(([name, value]) => {
    const { personal }: { personal?: unknown } = { ...description?.query[name] }
    const isNamed = Array.isArray(personal) && String(value).split(',').some((one) => personal.includes(one.trim()))
    return personal === true || isNamed ? [name] : []
  })

/** The token of a request: `Authorization: <token>` or `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i.exec(authorization?.trim() ?? '')?.[1]

export default fp(authorization, {
  name: 'authorization', dependencies: ['database', '@fastify/sensible'], fastify: '5.x'
})
