/**
 * Who is asking. Writing needs a session; reading needs none, but where drafts or profiles are closed to the
 * public a session opens them.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { sessions, type SessionUser } from '../db/sessions.ts'
import { hashToken } from '../db/secrets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets only requests with a valid session pass, and sets their user. */
    authorize: preHandlerHookHandler
  }
  interface FastifyRequest {
    /** The user of a request that passed `authorize`. */
    user: SessionUser
    /** What whoever asks may see. */
    viewer: Viewer
  }
}

/** What a reader may see. */
export interface Viewer { drafts: boolean, profiles: boolean }

const EVERYTHING: Viewer = { drafts: true, profiles: true }

const authorization = async (app: FastifyInstance, { publicDrafts, publicProfiles }: { publicDrafts: boolean, publicProfiles: boolean }) => {
  const { userOf } = sessions(app.sql)
  const open: Viewer = { drafts: publicDrafts, profiles: publicProfiles }

  app.decorateRequest('user')
  app.decorateRequest('viewer')

  app.decorate('authorize', async (request: FastifyRequest) => {
    if (request.headers.authorization === undefined) throw app.httpErrors.unauthorized('Send a session token in the Authorization header')
    const token = tokenOf(request)
    if (token === undefined) throw app.httpErrors.unauthorized('The Authorization header does not hold a session token of this service')
    const user = await userOf(hashToken(token))
    if (user === undefined) throw app.httpErrors.unauthorized('The session token is unknown or has expired; log in again')
    request.user = user
  })

  app.addHook('onRequest', async (request) => {
    request.viewer = open
    const token = publicDrafts && publicProfiles ? undefined : tokenOf(request)
    if (token !== undefined && await userOf(hashToken(token)) !== undefined) request.viewer = EVERYTHING
  })

  app.addHook('preHandler', async (request) => {
    const personal = request.viewer.profiles ? [] : personalParameters(request)
    if (personal.length > 0) throw app.httpErrors.unauthorized(`Profiles are not public here; ${personal.join(', ')} needs a session token in the Authorization header`)
  })
}

/** The parameters of a request that look at what closed profiles hide: answers to them would tell it. */
const personalParameters = ({ query, routeOptions: { schema } }: FastifyRequest): string[] => {
  const parameters = isObject(schema?.querystring) && isObject(schema.querystring.properties) ? schema.querystring.properties : {}
  return Object.entries(isObject(query) ? query : {}).flatMap(([name, value]) => {
    const parameter = parameters[name]
    const personal = isObject(parameter) ? parameter.personal : undefined
    const named = Array.isArray(personal) && String(value).split(',').some((one) => personal.includes(one.trim()))
    return personal === true || named ? [name] : []
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The token of a request: `Authorization: <token>` or `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i.exec(authorization?.trim() ?? '')?.[1]

export default fp(authorization, { name: 'authorization', dependencies: ['database', '@fastify/sensible'], fastify: '5.x' })
