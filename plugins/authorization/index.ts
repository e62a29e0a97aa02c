/**
 * Authentication and authorization. Writes need a session whose user meets the rule of the route. Reads need none, but
 * drafts and profiles that are not public are only shown with a session.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { rights } from '../../db/rights.ts'
import { sessions, type SessionUser } from '../../db/sessions.ts'
import { keywordsOf, propertiesOf } from '../../schemas/language/keywords.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { rules, type Access, type Guard, type Rule, type RuleName } from './rules.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authorization: Authorization
  }
  interface FastifyContextConfig extends Access {
    /** The data that viewers must be allowed to see. Otherwise the route is for sessions only. */
    readonly sees?: keyof Viewer
  }
}

/** The sender of a request, as far as it decides what the response may show. */
export interface Viewer {
  /** Whether the viewer may see unpublished posts. */
  readonly drafts: boolean
  /** Whether the viewer may see e-mail addresses, postal addresses and telephone numbers. */
  readonly profiles: boolean
}

export interface Authorization {
  /** Returns the user of the request's session. @throws HttpError 401 if there is no valid session */
  readonly userOf: (request: FastifyRequest) => Promise<SessionUser>
  /**
   * Throws an error unless the user of a request meets a rule.
   * @param blogId the blog for rules about members of a blog
   * @throws HttpError 403 if the user does not meet the rule, 404 if the blog does not exist
   */
  readonly require: (request: Pick<FastifyRequest, 'user' | 'params'>, who: RuleName, blogId?: number) => Promise<void>
  /** Returns whether a user may use a route with these path parameters. */
  readonly may: (user: SessionUser, params: Row, guard: Guard) => Promise<boolean>
  /** Returns whether a request has a valid session. */
  readonly hasSession: (request: FastifyRequest) => Promise<boolean>
  readonly viewerOf: (request: FastifyRequest) => Promise<Viewer>
  /** Returns whether the viewer of an open stream still has the same rights: false if the session has ended. */
  readonly isStillViewer: (request: FastifyRequest) => Promise<boolean>
}

const WITH_SESSION: Viewer = { drafts: true, profiles: true }

const authorization = async (
  app: FastifyInstance,
  { publicDrafts, publicProfiles }: { publicDrafts: boolean; publicProfiles: boolean }
) => {
  const { userOf, isAlive } = sessions(app.sql)
  const { permissionsIn, namesOfUser } = rights(app.sql)
  const { attempt } = app.freshness
  const { notFound, forbidden } = app.httpErrors
  const unauthorized = app.httpErrors.unauthorized.bind(app.httpErrors)
  const withoutSession: Viewer = { drafts: publicDrafts, profiles: publicProfiles }

  const hasSession = async (request: FastifyRequest) => {
    const token = tokenOf(request)
    return token !== undefined && (await attempt(() => userOf(token), true)) !== undefined
  }

  app.decorate('authorization', {
    userOf: async (request: FastifyRequest) => {
      const { authorization: header } = request.headers
      const token = tokenOf(request)
      if (header === undefined) throw unauthorized('Send a session token in the Authorization header')
      if (token === undefined) {
        throw unauthorized('The Authorization header does not contain a session token of this service')
      }
      const user = await attempt(() => userOf(token), true)
      if (user === undefined) throw unauthorized('The session token is unknown or has expired; log in again')
      return user
    },
    require: async (request: Pick<FastifyRequest, 'user' | 'params'>, who: RuleName, blogId?: number) => {
      const rule: Rule = rules[who]
      const isMet = await attempt(() => meets(rule, request, blogId), true)
      if (!isMet) throw forbidden(`Only ${rule.may} may do this`)
    },
    may: async (user: SessionUser, params: Row, guard: Guard) => {
      if (guard.who === undefined) return true
      const rule: Rule = rules[guard.who]
      const blogId = await blogFor(guard, params, {})
      if (rule.inBlog !== undefined && blogId === undefined) return false
      return attempt(() => meets(rule, { user, params }, blogId))
    },
    hasSession,
    viewerOf: async (request: FastifyRequest) => {
      // A request below /resources/my/ has been refused unless it has a session.
      const isUser = request.origin.isPersonal || (!(publicDrafts && publicProfiles) && (await hasSession(request)))
      return isUser ? WITH_SESSION : withoutSession
    },
    isStillViewer: async (request: FastifyRequest) => {
      const token = tokenOf(request)
      return request.context.viewer !== WITH_SESSION || (token !== undefined && (await isAlive(token)))
    }
  })

  const meets = async (
    rule: Rule,
    { user, params }: Pick<FastifyRequest, 'user' | 'params'>,
    blogId?: number
  ): Promise<boolean> => {
    if (rule.inBlog !== undefined) {
      const permissions = blogId === undefined ? undefined : await permissionsIn(user.Id, blogId)
      if (permissions === undefined) throw notFound(`There is no blog ${blogId ?? 'to which this belongs'}`)
      return permissions[rule.inBlog]
    }
    const { userId, personId = userId } = membersOf(params)
    if (rule.isForSelf === true && personId === user.Id) return true
    return rule.right === undefined || (await namesOfUser(user.Id)).has(rule.right)
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

  /** Refuses a request unless its viewer may see what the route shows, and its user meets the rule of the route. */
  const requireAccess = async (request: FastifyRequest) => {
    const { body, context, params, routeOptions } = request
    const { who, sees, description } = routeOptions.config
    const { viewer } = context
    if (sees !== undefined && !viewer[sees]) {
      throw unauthorized(`${NOT_PUBLIC[sees]} are not public here; send a session token in the Authorization header`)
    }
    const [personal] = viewer.profiles ? [] : personalParameters(request)
    if (personal !== undefined) {
      throw unauthorized(`Profiles are not public here; ${personal} needs a session token in the Authorization header`)
    }
    if (who === undefined || description === undefined) return
    const blogId = await blogFor(description, membersOf(params), membersOf(body))
    await app.authorization.require(request, who, blogId)
  }

  app.addHook('onRoute', (route) => {
    const { who, sees } = route.config ?? {}
    const isHidden = sees !== undefined && !withoutSession[sees]
    const hidesParameters = !publicProfiles && Object.values(propertiesOf(route.schema?.querystring)).some(isPersonal)
    if (who === undefined && !isHidden && !hidesParameters) return
    route.preHandler = [requireAccess, ...[route.preHandler ?? []].flat()]
  })
}

const NOT_PUBLIC: Readonly<Record<keyof Viewer, string>> = {
  drafts: 'Drafts and the archive of files',
  profiles: 'Profiles and rights of users'
}

/** Returns whether a parameter can filter or sort by hidden properties of profiles. */
const isPersonal = (schema: TSchema) => [keywordsOf(schema).personal ?? []].flat().some(Boolean)

/**
 * Returns the parameters of a request that filter or sort by hidden properties of profiles. The items in the response,
 * or their order, would disclose those properties.
 */
const personalParameters = ({ query, routeOptions: { schema } }: FastifyRequest): string[] => {
  const properties = propertiesOf(schema?.querystring)
  return Object.entries(membersOf(query)).flatMap(([name, value]) => {
    const { personal } = keywordsOf(properties[name])
    const isNamed =
      Array.isArray(personal) &&
      String(value)
        .split(',')
        .some((name) => personal.includes(name.trim()))
    return personal === true || isNamed ? [name] : []
  })
}

/** Returns the token in `Authorization: <token>` or `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const tokenOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  /^(?:Bearer +)?([A-Za-z0-9_-]{43})$/i.exec(authorization?.trim() ?? '')?.[1]

export default fp(authorization, {
  name: 'authorization',
  dependencies: ['origin', 'database', '@fastify/sensible'],
  fastify: '5.x'
})
