/**
 * Authentication and authorization. Writing needs a session that meets the route's rule; reading needs none, but
 * where drafts or profiles are closed to the public, a session opens them.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rights } from '../../db/rights.ts'
import { hashToken } from '../../db/secrets.ts'
import { sessions, type SessionUser } from '../../db/sessions.ts'
import { isPersonal } from '../existing-programs.ts'
import { membersOf, type Row } from '../resources/representation/template.ts'
import { rules, type Rule, type Who } from './rules.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authorization: Authorization
  }
  interface FastifyContextConfig extends Access {}
}

/** The rule of a route. A route without one is open to everybody. */
export interface Access {
  /** The name of its rule. */
  readonly who?: Who
  /** Finds the blog that the rule is about; that of the address unless the route says otherwise. */
  readonly blogOf?: (request: { readonly params: Row; readonly body: Row }) => Promise<number | undefined>
}

/** Hidden things that a reader may see. */
export interface Viewer {
  readonly drafts: boolean
  readonly profiles: boolean
}

export interface Authorization {
  /** The user of a request's session. @throws HttpError 401 when it has no valid one */
  readonly userOf: (request: FastifyRequest) => Promise<SessionUser>
  /**
   * Lets a request pass a rule.
   * @param blogId the blog that a rule about blogs looks at
   * @throws HttpError 403 when its user does not meet the rule, 404 when there is no such blog
   */
  readonly require: (request: Pick<FastifyRequest, 'user' | 'params'>, who: Who, blogId?: number) => Promise<void>
  /** What a request may see. */
  readonly viewerOf: (request: FastifyRequest) => Promise<Viewer>
  /** Whether what a request may see still holds; it does not any more when its session has ended. */
  readonly isStillViewer: (request: FastifyRequest) => Promise<boolean>
}

const EVERYTHING: Viewer = { drafts: true, profiles: true }

const authorization = async (
  app: FastifyInstance,
  { publicDrafts, publicProfiles }: { publicDrafts: boolean; publicProfiles: boolean }
) => {
  const { userOf, isAlive } = sessions(app.sql)
  const { permissionsIn, namesOfUser } = rights(app.sql)
  const { attempt } = app.freshness
  const { notFound, forbidden } = app.httpErrors
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
    require: async (request: Pick<FastifyRequest, 'user' | 'params'>, who: Who, blogId?: number) => {
      const rule: Rule = rules[who]
      const isMet = await attempt(() => meets(rule, request, blogId))
      if (!isMet) throw forbidden(`Only ${rule.may} may do this`)
    },
    viewerOf: async (request: FastifyRequest) => {
      // Without a session it would have been refused by now.
      if (isPersonal(request.raw)) return EVERYTHING
      const token = publicDrafts && publicProfiles ? undefined : tokenOf(request)
      const isUser = token !== undefined && (await attempt(() => userOf(hashToken(token)))) !== undefined
      return isUser ? EVERYTHING : open
    },
    isStillViewer: async (request: FastifyRequest) => {
      const token = tokenOf(request)
      return request.context.viewer !== EVERYTHING || (token !== undefined && (await isAlive(hashToken(token))))
    }
  })

  const meets = async (
    rule: Rule,
    { user, params }: Pick<FastifyRequest, 'user' | 'params'>,
    blogId?: number
  ): Promise<boolean> => {
    if (rule.inBlog !== undefined) {
      const found = blogId === undefined ? undefined : await permissionsIn(user.Id, blogId)
      if (found === undefined) throw notFound(`There is no blog ${blogId ?? 'to which this belongs'}`)
      return found[rule.inBlog]
    }
    const { userId, personId = userId } = membersOf(params)
    if (rule.isForSelf === true && personId === user.Id) return true
    return rule.right === undefined || (await namesOfUser(user.Id)).has(rule.right)
  }

  const requireRule = async (request: FastifyRequest, who: Who) => {
    const { blogOf } = request.routeOptions.config
    const params = membersOf(request.params)
    const { blogId } = params
    const sought = blogOf && (await attempt(() => blogOf({ params, body: membersOf(request.body) })))
    await app.authorization.require(request, who, blogOf === undefined && typeof blogId === 'number' ? blogId : sought)
  }

  // Most requests pass at once: those that read, where profiles are public.
  app.addHook('preHandler', (request, _reply, done) => {
    if (publicProfiles && (request.method === 'GET' || request.method === 'HEAD')) return done()
    const { who, description } = request.routeOptions.config
    const isOpen = description === undefined || request.context.viewer.profiles
    const [personal] = isOpen ? [] : personalParameters(request)
    if (personal !== undefined) {
      done(unauthorized(`Profiles are not public here; ${personal} needs a session token in the Authorization header`))
    } else if (who === undefined) done()
    else requireRule(request, who).then(() => done(), done)
  })
}

/** The parameters of a request that look at what closed profiles hide: an answer to them would tell it. */
const personalParameters = ({
  query,
  routeOptions: {
    config: { description }
  }
}: FastifyRequest): string[] =>
  Object.entries(membersOf(query)).flatMap(([name, value]) => {
    const { personal }: { personal?: unknown } = { ...description?.query[name] }
    const isNamed =
      Array.isArray(personal) &&
      String(value)
        .split(',')
        .some((one) => personal.includes(one.trim()))
    return personal === true || isNamed ? [name] : []
  })

/** The token of a request: `Authorization: <token>` or `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i.exec(authorization?.trim() ?? '')?.[1]

export default fp(authorization, {
  name: 'authorization',
  dependencies: ['database', '@fastify/sensible'],
  fastify: '5.x'
})
