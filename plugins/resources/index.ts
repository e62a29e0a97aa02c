/**
 * Turns the rows that handlers of the resource tree return into documents, in the format that the request chose.
 * Documents for requests without a session are cached.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Type } from 'typebox'
import { actAs, type Actor } from '../../db/client.ts'
import type { SessionUser } from '../../db/sessions.ts'
import type { Config } from '../../schemas/config.ts'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import { sendDocument, type Document } from '../cache/document.ts'
import { withoutGate, type Task } from '../database/gate.ts'
import { isTemporary } from '../faults/temporary.ts'
import { isPage } from '../formats.ts'
import { BACK, isOwnPath } from '../origin/browsers.ts'
import { refuseParameter } from '../refusals.ts'
import { compileAddress } from '../representation/template.ts'
import { type Row, membersOf } from '../../schemas/language/rows.ts'
import { contextOf, keyOf, tagsOf } from './context.ts'
import { describe, type Description } from './description.ts'
import { documents, versionOf, versionTag } from './documents.ts'
import { selections, type Follow } from './selections.ts'
import { afterWrite, wayBack } from './paths.ts'
import { pages, type PageOf } from './page.ts'
import { parameterList } from './parameter-list.ts'
import { refusedForms } from './refused-form.ts'
import { turns } from '../http-server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the page that shows the document of a request. */
    pageOf: PageOf
    /** Registers the loader of a model's items, so that X-Filter can show more of them than their address. */
    follow: Follow
  }
  interface FastifyRequest {
    /** The user of the session; set only on routes with an access rule. */
    user: SessionUser
  }
}

/** Wraps the handler of a route, which returns a row, into one that sends a document. */
type Wrap = (description: Description, handler: RouteHandlerMethod) => RouteHandlerMethod

/**
 * Returns the headers that change the bytes of a document. A parameter overrides its header, so that clients that send
 * parameters share a document in every cache. nginx does not cache responses whose Vary exceeds 128 characters.
 */
const varyOf = (query: unknown, isPage: boolean): string => {
  const parameters = membersOf(query)
  // Browsers send a language, but pages don't depend on it; they do depend on the session, which a cookie holds.
  const unused = isPage ? 'Accept-Language' : undefined
  const names = Object.keys(presentationParameters).filter((name) => parameters[name] === undefined && name !== unused)
  return ['Accept', 'Accept-Encoding', 'Authorization', ...names, ...(isPage ? ['Cookie'] : [])].join(', ')
}

const resources = async (app: FastifyInstance, settings: Pick<Config, 'MODULE' | 'CACHE_CONTROL_LIVE'>) => {
  const { MODULE: module } = settings
  const { freshness, authorization, browsers, cache, descriptions } = app
  const { follow, selectionFor } = selections(module, app.compile)
  const whenAccepted = turns(app.server)
  const pageOf = pages(app)
  const showParameters = parameterList(app)
  const { write, documentFor } = documents(app, settings)

  app.decorateRequest('context')
  app.decorateRequest('user')
  app.decorate('pageOf', pageOf)
  app.decorate('refusedForm', refusedForms(app))
  app.decorate('follow', follow)

  app.addHook('onRoute', function (route) {
    const description = describe(route, this.pluginName)
    descriptions.push(description)
    route.config = { ...route.config, description }
    const { response, ...schema } = route.schema ?? {}
    route.schema = { ...schema, querystring: Type.Object(description.query, { additionalProperties: false }) }
    if (!description.reads) route.handler = wrapWrite(description, route.handler)
    else if (description.schemas.length > 0) route.handler = wrapRead(description, route.handler)
  })

  app.addHook('onRequest', async (request, reply) => {
    const { headers, origin, query, routeOptions } = request
    const { who, description } = routeOptions.config
    if (origin.back !== undefined && !isOwnPath(origin.back)) {
      refuseParameter(BACK, 'must be a path of this service, such as /resources/Desk/Blog/1')
    }
    const isStranger = headers.authorization === undefined && who === undefined
    const viewer = isStranger ? authorization.stranger : await authorization.viewerOf(request)
    request.context = contextOf(request, app.linkBase(request), viewer, selectionFor)
    const showsPage = isPage(request.context.choice)
    reply.header('vary', varyOf(query, showsPage))
    if (showsPage) await app.pages.load()
    const isWrite = description?.reads === false
    if (isWrite && origin.isBrowserSession) browsers.requireOwn(request)
    if (who !== undefined && !origin.isForm) authorization.identify(request, await authorization.userOf(request))
    if (!isWrite && membersOf(query).params === 'show') return showParameters(request, reply)
  })
  // The session may have ended while the body arrived. The body of a form is parsed first: without a session, the page
  // shows the form again with its values.
  app.addHook('preValidation', async (request, reply) => {
    const { body, origin, routeOptions } = request
    if (routeOptions.config.who === undefined || (body === undefined && !origin.isForm)) return
    const { userOf } = origin.isForm ? browsers : authorization
    authorization.identify(request, await userOf(request, reply))
  })

  /** Sends the document of a row. Takes it from the cache unless the request has a session. */
  const wrapRead: Wrap = (description, handler) =>
    async function (request, reply) {
      if (request.context.streamed) return handler.call(this, request, reply)
      const read: Task<Document> = async (leave) => {
        const row = rowOf(await handler.call(this, request, reply))
        await whenAccepted()
        const document = await documentFor(description, request, reply, row, leave)
        leave()
        // A list of posts may show a change that this process has not been notified of yet. Wait for it, so that the
        // links of the list lead to no older cached posts: a client that continues from `lastCId` would miss
        // that change for good. What X-Filter adds was read a moment after the list.
        const { snapshot } = row
        const isExpanded = request.context.selection !== undefined
        if (typeof snapshot === 'string') await freshness.catchUp(isExpanded ? undefined : snapshot)
        return document
      }
      const document = await readThrough(description, request, read)
      reply.hijack()
      sendDocument(request.raw, reply.raw, document, freshness.age())
      return reply
    }

  const readThrough = (description: Description, request: FastifyRequest, read: Task<Document>) => {
    if (description.readsWeb) return withoutGate(read)
    if (description.uncached || request.headers.authorization !== undefined) return freshness.attempt(read)
    return cache.read(request, keyOf(request), tagsOf(description, request), read)
  }

  /**
   * Writes the row of a change that is stored. If the items that X-Filter selects cannot be loaded now, writes what the
   * route shows without X-Filter: a refusal would say that nothing was stored.
   */
  const writeStored = async (description: Description, request: FastifyRequest, row: Row): Promise<string> => {
    const writeRow = () => write(description, request, row)
    if (request.context.selection === undefined) return writeRow()
    try {
      return await freshness.attempt(writeRow, true)
    } catch (error) {
      if (!isTemporary(error)) throw error
      request.context = { ...request.context, selection: undefined }
      return writeRow()
    }
  }

  /** Responds to a write once this process has invalidated the cache entries that it affects (read-your-writes). */
  const wrapWrite: Wrap = (description, handler) => {
    const { status, model } = description
    const self = model?.wire.self ?? undefined
    const addressOfItem = self === undefined ? undefined : compileAddress(self, module)
    return async function (request, reply) {
      const actor = actorOf(request)
      const run = () => actAs(actor, async () => handler.call(this, request, reply))
      const { links, choice } = request.context
      const result = await (description.takesFile ? run() : freshness.change(run, actor.user === undefined))
      await freshness.catchUpAfterWrite()
      reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
      const itemUrl = addressOfItem?.(rowOf(result), links)
      const { back, isBrowserSession } = request.origin
      // A form of a page may be sent without a session, such as that for comments.
      if (isPage(choice) && (isBrowserSession || back !== undefined)) {
        return reply.redirect(
          wayBack(request, membersOf(result)) ?? itemUrl ?? afterWrite(request, app.descriptions),
          303
        )
      }
      if (status === 204) return reply.code(204).send()
      const row = rowOf(result)
      if (status === 201 && itemUrl !== undefined) reply.header('location', itemUrl)
      const version = versionOf(model, row)
      if (version !== undefined) reply.header('etag', versionTag(version))
      const fragment = await writeStored(description, request, row)
      const text = isPage(choice) ? await pageOf(request, { fragment, row, schema: model, links: [] }) : fragment
      return reply.code(status).type(`${choice.media}${choice.format.charset}`).send(Buffer.from(text))
    }
  }
}

/** Returns the actor of a write. Only readers, who send comments, have no user. */
const actorOf = ({ user }: { user?: SessionUser }): Actor =>
  user === undefined ? { client: 'reader' } : { client: user.Client, user: user.Id, token: user.Token }

const rowOf = (value: unknown): Row => {
  if (typeof value !== 'object' || value === null) throw new TypeError('A handler must return a row: an object')
  return { ...value }
}

export default fp(resources, {
  name: 'resource-tree',
  dependencies: ['cache', 'authorization', 'browsers', 'introspection', 'pages', 'representation']
})
