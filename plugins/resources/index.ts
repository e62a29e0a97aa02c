/**
 * The resource tree's way with requests. A handler returns the row that its route's response schema describes; from the
 * row comes a document, in the format that the request chose, through the cache where everybody may read it.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Type, type TObject } from 'typebox'
import { blogTag, type Tag } from '../../db/changes.ts'
import type { SessionUser } from '../../db/sessions.ts'
import { isPresentation, presentationParameters } from '../../schemas/language/presentation.ts'
import type { SeenChange } from '../database/fresh.ts'
import { sendDocument } from '../cache/answer.ts'
import { documentOf, versionTag, type Document } from '../cache/document.ts'
import { compileWriter, formats } from './representation/formats.ts'
import { isList } from './representation/plan.ts'
import { compileAddress, membersOf, type Place, type Row } from './representation/template.ts'
import { contextOf } from './context.ts'
import { describe, documentsIn, isDraft, versionOf, type Description } from './description.ts'
import { filters, type Follow, type Selected } from './filters.ts'
import { pageLinks } from './page-links.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says how items of a model are loaded when X-Filter wants more of them than their address. */
    follow: Follow
    /** What X-Filter makes of a route's document. @throws HttpError 400 */
    selectionOf: (request: FastifyRequest) => Selected | undefined
  }
  interface FastifyRequest {
    /** The user of a request to a guarded route. */
    user: SessionUser
  }
}

export interface ResourcesOptions {
  baseUrl: string
  module: string
  /** Cache-Control of documents that show blogs or posts. */
  live: string
  /** Cache-Control of all others. */
  reference: string
}

/** Makes the handler of a route from that of its family. */
type Wrap = (description: Description, handler: RouteHandlerMethod) => RouteHandlerMethod

/** What shapes a document besides its address. nginx stores nothing whose Vary has more than 128 characters. */
const VARY = ['Accept', 'Accept-Encoding', 'Authorization', ...Object.keys(presentationParameters)].join(', ')

const resources = async (app: FastifyInstance, { baseUrl, module, live, reference }: ResourcesOptions) => {
  const { freshness, authorization, cache, descriptions } = app
  const { follow, selectFor } = filters(module)
  const queryOf = closedQueries()

  app.decorateRequest('context')
  app.decorateRequest('user')
  app.decorate('follow', follow)
  app.decorate('selectionOf', selectFor)
  app.setSerializerCompiler<unknown>(({ schema, contentType }) => {
    const format = formats.find(({ media }) => media.some((name) => name === contentType))
    const shown = documentsIn(schema)
    if (format === undefined || shown.length === 0) return JSON.stringify
    const write = compileWriter(shown, format, module)
    return ({ row, place, made }: { row: Row; place: Place; made: boolean }) => write(row, place, made)
  })

  app.addHook('onRoute', function (route) {
    const description = describe(route, this.pluginName)
    descriptions.push(description)
    route.config = { ...route.config, description }
    route.schema = {
      ...route.schema,
      querystring: queryOf(route.schema?.querystring, description),
      response: inEveryFormat(route.schema?.response)
    }
    if (description.reads) {
      if (Object.keys(description.documents).length > 0) route.handler = reading(description, route.handler)
    } else route.handler = writing(description, route.handler)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', VARY)
    request.context = contextOf(request, baseUrl, await authorization.viewerOf(request))
    if (request.routeOptions.config.who !== undefined) request.user = await authorization.userOf(request)
  })

  /** A handler that answers with a document: from the cache, if everybody gets the same. */
  const reading: Wrap = (description, handler) =>
    async function (request, reply) {
      if (request.context.streamed) return handler.call(this, request, reply)
      const read = async () => {
        const row = rowOf(await handler.call(this, request, reply))
        const seen = seenIn(membersOf(request.params).blogId, row.lastCId)
        // Its links must not lead to posts that were cached before a change which the list has seen already: a client that
        // goes on from `lastCId` would never hear of that change again.
        if (seen !== undefined) await freshness.catchUpTo(seen)
        return documentFor(description, request, reply, row)
      }
      const document = await readThrough(description, request, read)
      reply.hijack()
      sendDocument(request.raw, reply.raw, document, freshness.age())
      return reply
    }

  const readThrough = (description: Description, request: FastifyRequest, read: () => Promise<Document>) => {
    if (description.outside) return read()
    if (request.headers.authorization !== undefined) return freshness.attempt(read)
    return cache.read(request, keyOf(request), tagsOf(description, request), read)
  }

  /** A handler that changes something: it is answered when this process has heard of the change. */
  const writing: Wrap = (description, handler) =>
    async function (request, reply) {
      // A wrong X-Filter is refused before anything is stored.
      selectFor(request)
      const run = async () => handler.call(this, request, reply)
      const row = await (description.takesFile ? run() : freshness.change(run))
      const status = description.documents[201] === undefined ? 200 : 201
      const { [status]: shown = [] } = description.documents
      const [first] = shown
      const isPost = first !== undefined && 'wire' in first && first.wire.version === 'CId'
      await freshness.catchUp(isPost ? seenIn(membersOf(row).Blog, membersOf(row).CId) : undefined)
      reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
      if (first === undefined) return reply.code(204).send()
      const {
        place,
        choice: { media, format }
      } = request.context
      const made = rowOf(row)
      if (status === 201 && 'wire' in first && first.wire.self !== null) {
        reply.header('location', compileAddress(first.wire.self, module)(made, place))
      }
      const version = versionOf(shown, made)
      if (version !== undefined) reply.header('etag', versionTag(version))
      const text = await freshness.attempt(() => write(request, reply, made, status))
      return reply.code(status).type(`${media}${format.charset}`).send(Buffer.from(text))
    }

  const documentFor = async (
    description: Description,
    request: FastifyRequest,
    reply: FastifyReply,
    row: Row
  ): Promise<Document> => {
    const {
      headers,
      context: {
        choice: { format, media }
      }
    } = request
    const shown = description.documents[200] ?? []
    const [list] = shown.filter(isList)
    const isPrivate = headers.authorization !== undefined || isDraft(shown, row)
    const shared = description.live ? live : reference
    return documentOf(
      await write(request, reply, row, 200),
      {
        ...reply.getHeaders(),
        'content-type': `${media}${format.charset}`,
        'cache-control': isPrivate ? 'private, no-store' : shared,
        link: list && pageLinks(request, list, row)
      },
      versionOf(shown, row)
    )
  }

  /** A row's text, in the writer of its route or of what X-Filter makes of that. */
  const write = async (request: FastifyRequest, reply: FastifyReply, row: Row, status: 200 | 201): Promise<string> => {
    const {
      place,
      choice: { format }
    } = request.context
    // The answer to a write says where the item is.
    const made = request.routeOptions.config.description?.reads === false
    const selected = selectFor(request)
    const expanded = selected === undefined ? row : await selected.expand(row)
    const selectedWriter = selected?.writerOf(format, expanded)
    if (selectedWriter !== undefined) return selectedWriter(expanded, place, made)
    const serialize = reply.getSerializationFunction(`${status}`, format.media[0])
    if (serialize === undefined) throw new TypeError(`${request.routeOptions.url} has no document for status ${status}`)
    return serialize({ row: expanded, place, made })
  }
}

/** The change of a blog that a row shows, if it shows one. */
const seenIn = (blogId: unknown, number: unknown): SeenChange | undefined =>
  typeof blogId === 'number' && typeof number === 'number' ? { tag: blogTag(blogId), number } : undefined

/** Cache key: everything that changes the bytes, sorted; but the order of `asc` and `desc` is significant. */
export const keyOf = ({ routeOptions: { url }, params, query, context: { signature } }: FastifyRequest): string => {
  const rank = (name: string) => (name === 'desc' ? 'asc' : name)
  const parameters = Object.entries(membersOf(query))
    .filter(([name]) => !isPresentation(name))
    .sort(([one], [other]) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1))
  return JSON.stringify([url, params, parameters, signature])
}

/** What a document depends on; one without tags depends on everything that is not a blog's. */
const tagsOf = ({ live }: Description, { params, context: { filter } }: FastifyRequest): readonly Tag[] => {
  const { blogId } = membersOf(params)
  if (typeof blogId === 'number') return [blogTag(blogId)]
  return live || filter !== '' ? ['blogs'] : []
}

/** Queries that take nothing but the parameters of their routes. Routes that share a query share its validator. */
const closedQueries = () => {
  const closed = new Map<unknown, TObject>()
  return (query: unknown, description: Description): TObject => {
    const made = () => Type.Object(description.query, { additionalProperties: false })
    if (!description.reads) return made()
    const schema = closed.get(query) ?? made()
    closed.set(query, schema)
    // A HEAD route is made from what its GET has become.
    closed.set(schema, schema)
    return schema
  }
}

/** Response schemas by status, with documents offered in every format. */
const inEveryFormat = (response: unknown) =>
  Object.fromEntries(
    Object.entries(membersOf(response)).map(([status, schema]) => [
      status,
      documentsIn(schema).length === 0
        ? schema
        : { content: Object.fromEntries(formats.map(({ media: [media] }) => [media, { schema }])) }
    ])
  )

const rowOf = (value: unknown): Row => {
  if (typeof value !== 'object' || value === null) throw new TypeError('A handler returns a row')
  return { ...value }
}

export default fp(resources, {
  name: 'resource-tree',
  dependencies: ['cache', 'authorization', 'introspection'],
  fastify: '5.x'
})
