/**
 * Authentication and authorization. Writes need a session whose user meets the rule of the route. Reads need none, but
 * drafts and profiles that are not public are only shown with a session.
 */
import { httpErrors } from '@fastify/sensible'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessions, type SessionUser } from '../../db/sessions.ts'
import type { Config } from '../../schemas/config.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { SESSION_USER } from '../origin/browsers.ts'
import { ASSISTANT, assistantOf, tokenRefusal } from './limits.ts'
import { hasPersonalParameters, personalParametersOf } from './personal.ts'
import { rules, type Access, type Guard, type Rule, type RuleName } from './rules.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authorization: ReturnType<typeof authorizationOf>
  }
  interface FastifyContextConfig extends Access {
    /** The data that viewers must be allowed to see. Otherwise the route is for sessions only. */
    readonly sees?: Hideable
  }
}

/** The sender of a request, as far as it decides what the response may show. */
export interface Viewer {
  /** Whether the viewer may see unpublished posts. */
  readonly drafts: boolean
  /** Whether the viewer may see e-mail addresses, postal addresses and telephone numbers. */
  readonly profiles: boolean
  /** Whether the request has a session, and so may see notes to authors. */
  readonly session: boolean
}

/** The data that settings hide from viewers without a session. */
type Hideable = 'drafts' | 'profiles'

const WITH_SESSION: Viewer = { drafts: true, profiles: true, session: true }

/** @param stranger the viewer of requests without a session */
const authorizationOf = ({ sql, freshness: { attempt } }: FastifyInstance, stranger: Viewer) => {
  const { userOf: ownerOf, isAlive, permissionsIn, rightsOf } = sessions(sql)

  /** Returns the user of a token, as the sender of a request acts for them; undefined if the token is not valid. */
  const userOf = async ({ headers }: FastifyRequest, token: string): Promise<SessionUser | undefined> => {
    const user = await ownerOf(token)
    const { [SESSION_USER]: expected } = headers
    if (user === undefined || (expected !== undefined && expected !== String(user.Id))) return undefined
    if (headers[ASSISTANT] === undefined) return user
    return assistantOf(user, await rightsOf(user.Id))
  }

  /** Returns the user of the session of a request; undefined without a valid session. */
  const sessionOf = async (request: FastifyRequest): Promise<SessionUser | undefined> => {
    const token = tokenOf(request)
    return token === undefined ? undefined : attempt(() => userOf(request, token), true)
  }

  /** Returns the viewer for a user in a blog, or outside of blogs. */
  const viewerIn = ({ Blog }: SessionUser, blogId: unknown): Viewer => {
    if (Blog === undefined) return WITH_SESSION
    return Blog === blogId ? { ...WITH_SESSION, profiles: stranger.profiles } : stranger
  }

  const meets = async (rule: Rule, user: SessionUser, params: Row, blogId?: number): Promise<boolean> => {
    if (rule.inBlog !== undefined && (blogId !== undefined || rule.right === undefined)) {
      const permissions = blogId === undefined ? undefined : await permissionsIn(user.Id, blogId)
      if (permissions === undefined) throw httpErrors.notFound(`There is no blog ${blogId ?? 'to which this belongs'}`)
      return permissions[rule.inBlog]
    }
    const { userId, personId = userId } = params
    if (rule.isForSelf === true && personId === user.Id) return true
    return rule.right === undefined || (await rightsOf(user.Id)).has(rule.right)
  }

  /** Returns the blog whose members a rule allows; undefined if the request belongs to none. */
  const blogFor = async (
    { blogOf, blogParameter = '' }: Guard,
    params: Row,
    body: Row
  ): Promise<number | undefined> => {
    if (blogOf !== undefined) return attempt(() => blogOf({ params, body }), true)
    const { [blogParameter]: id } = params
    return typeof id === 'number' ? id : undefined
  }

  return {
    stranger,
    blogFor,
    sessionOf,

    /**
     * Returns whether a request has a valid session.
     * @param blogId the blog that it is about; an API token for another blog does not count
     */
    async hasSession(request: FastifyRequest, blogId?: number): Promise<boolean> {
      const user = await sessionOf(request)
      return user !== undefined && (blogId === undefined || user.Blog === undefined || user.Blog === blogId)
    },

    /** Returns the user of the request's session. @throws HttpError 401 if there is no valid session */
    async userOf(request: FastifyRequest): Promise<SessionUser> {
      const { authorization: header } = request.headers
      const token = tokenOf(request)
      if (header === undefined) throw unauthorized('Send a session token in the Authorization header')
      if (token === undefined) {
        throw unauthorized('The Authorization header does not contain a session token of this service')
      }
      const user = await attempt(() => userOf(request, token), true)
      if (user === undefined) throw unauthorized('The session token is unknown or has expired; log in again')
      return user
    },

    /**
     * Throws an error unless the user of a request meets a rule.
     * @param blogId the blog for rules about members of a blog
     * @throws HttpError 403 if the user does not meet the rule, 404 if the blog does not exist
     */
    async require({ user, params }: Pick<FastifyRequest, 'user' | 'params'>, who: RuleName, blogId?: number) {
      const rule: Rule = rules[who]
      const refusal = user.Allows && tokenRefusal(user.Allows, user, rule, blogId)
      if (refusal !== undefined) throw httpErrors.forbidden(refusal)
      const isMet = await attempt(() => meets(rule, user, membersOf(params), blogId), true)
      if (!isMet) throw httpErrors.forbidden(`Only ${rule.may} may do this`)
    },

    /**
     * Returns whether a user in a session of a browser may use a route with these path parameters.
     * @param blogId the blog whose members the rule of the route allows
     */
    async may(user: SessionUser, params: Row, who: RuleName | undefined, blogId?: number): Promise<boolean> {
      if (who === undefined) return true
      const rule: Rule = rules[who]
      if (rule.inBlog !== undefined && blogId === undefined && rule.right === undefined) return false
      return attempt(() => meets(rule, user, params, blogId))
    },

    async viewerOf(request: FastifyRequest): Promise<Viewer> {
      const { description, who } = request.routeOptions.config
      // A request to a route with a rule is refused unless it has a session. `identify` then asks which one.
      if (who !== undefined) return WITH_SESSION
      const user = await sessionOf(request)
      return user === undefined ? stranger : viewerIn(user, blogIn(description, request))
    },

    /** Sets the user of a request. The response shows only what the user's API token may see. */
    identify(request: FastifyRequest, user: SessionUser): void {
      request.user = user
      if (user.Blog === undefined) return
      const viewer = viewerIn(user, blogIn(request.routeOptions.config.description, request))
      request.context = { ...request.context, viewer }
    },

    /** Returns whether the session of an open stream has not ended. */
    async isInSession(request: FastifyRequest): Promise<boolean> {
      const token = tokenOf(request)
      return token !== undefined && (await isAlive(token))
    }
  }
}

const unauthorized = httpErrors.unauthorized.bind(httpErrors)

/** Returns the id of the blog in the path of a request; NaN if it has none. */
const blogIn = (description: Guard | undefined, { params }: FastifyRequest): number =>
  Number(membersOf(params)[description?.blogParameter ?? ''])

type Settings = Pick<Config, 'PUBLIC_DRAFTS' | 'PUBLIC_PROFILES'>

const authorization = async (app: FastifyInstance, { PUBLIC_DRAFTS, PUBLIC_PROFILES }: Settings) => {
  const stranger: Viewer = { drafts: PUBLIC_DRAFTS, profiles: PUBLIC_PROFILES, session: false }
  const parts = authorizationOf(app, stranger)
  app.decorate('authorization', parts)

  /** Refuses a request unless its viewer may see what the route shows, and its user meets the rule of the route. */
  const requireAccess = async (request: FastifyRequest) => {
    const { body, context, params, routeOptions } = request
    const { who, sees, decidesAccess, description } = routeOptions.config
    const { viewer } = context
    if (sees !== undefined && !viewer[sees]) {
      throw unauthorized(`${NOT_PUBLIC[sees]} are not public here; send a session token in the Authorization header`)
    }
    const [personal] = viewer.profiles ? [] : personalParametersOf(request)
    if (personal !== undefined) {
      throw unauthorized(`Profiles are not public here; ${personal} needs a session token in the Authorization header`)
    }
    if (who === undefined || description === undefined) return
    const { Client, Id } = request.user
    const { userId = Id } = membersOf(params)
    if (decidesAccess === true && Client === 'token' && userId === Id) {
      throw httpErrors.forbidden('An API token cannot decide who logs in as its user, or what the user may; log in')
    }
    await parts.require(request, who, await parts.blogFor(description, membersOf(params), membersOf(body)))
  }

  app.addHook('onRoute', (route) => {
    const { who, sees } = route.config ?? {}
    const isHidden = sees !== undefined && !stranger[sees]
    const hidesParameters = !PUBLIC_PROFILES && hasPersonalParameters(route.schema)
    if (who === undefined && !isHidden && !hidesParameters) return
    route.preHandler = [requireAccess, ...[route.preHandler ?? []].flat()]
  })
}

const NOT_PUBLIC: Readonly<Record<Hideable, string>> = {
  drafts: 'Drafts and the archive of files',
  profiles: 'Profiles and rights of users'
}

/** Returns the token in `Authorization: <token>` or `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i.exec(authorization?.trim() ?? '')?.[1]

export default fp(authorization, { name: 'authorization', dependencies: ['origin', 'database'] })
