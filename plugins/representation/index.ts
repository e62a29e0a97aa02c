/**
 * Shows rows as documents. A handler returns the row that its route's response schema describes; the request
 * chooses the format, and the serializer that Fastify compiled for that schema, status and media type writes it.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import { baseOf, placeOf } from './base.ts'
import { filters, type Selected } from './filters.ts'
import { asksForStream, choose, chooseStreamed, compileWriter, formatOfAddress, formats, offered, type Choice } from './formats.ts'
import { pageLinks } from './page-links.ts'
import { isDocument, isList } from './plan.ts'
import { presentationOf } from './presentation.ts'
import { compileAddress, type Place, type Row } from './template.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The format this request is answered in. */
    choice: Choice
    /** Where and how its documents are shown. */
    place: Place
    /** The language its reader prefers, undefined without a wish. */
    locale: string | undefined
    /** Names the form its values were asked for in. */
    signature: string
    /** Whether it asks for a stream of its list's changes. */
    streamed: boolean
    /** What X-Filter makes of its document. */
    selected: Selected | undefined
  }
  interface FastifyContextConfig {
    /** The documents of a route by status. */
    documents?: Readonly<Record<string, readonly (AnyModel | AnyList)[]>>
  }
}

/** What this plugin needs of the configuration. */
export interface RepresentationOptions { baseUrl: string, module: string }

/** A row on its way to a compiled serializer. */
interface Shown { row: Row, request: FastifyRequest, reply: FastifyReply }

/** What shapes a document beside its address. */
const VARY = ['Accept', 'Accept-Encoding', 'Authorization', ...Object.keys(presentationParameters)].join(', ')

const representation = async (app: FastifyInstance, { baseUrl, module }: RepresentationOptions) => {
  app.decorateRequest('choice')
  app.decorateRequest('place')
  app.decorateRequest('locale')
  app.decorateRequest('signature')
  app.decorateRequest('streamed', false)
  app.decorateRequest('selected')
  const { follow, selectFor } = filters(module)
  app.decorate('follow', follow)

  app.addHook('onRoute', offerFormats)
  app.setSerializerCompiler(({ schema, contentType }) => {
    const format = formats.find(({ media }) => media.some((name) => name === contentType))
    const schemas = documentsIn(schema)
    return format === undefined || schemas.length === 0 ? JSON.stringify : compileShown(schemas, format, module)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', VARY)
    const base = baseOf(request, baseUrl)
    if (base === undefined) throw app.httpErrors.badRequest('The Host header is not a host name with an optional port')
    request.streamed = request.routeOptions.config.streams !== undefined && asksForStream(request)
    const choice = request.streamed ? chooseStreamed(request) : choose(request)
    if (choice === undefined) throw app.httpErrors.notAcceptable(`This service offers ${offered.join(', ')}`)
    const presentation = presentationOf(request)
    request.choice = choice
    request.place = placeOf(base, formatOfAddress(request.originalUrl)?.extension, presentation)
    request.locale = presentation.locale
    request.signature = presentation.signature
    request.selected = selectFor(request, presentation.filter)
    reply.serializer((row: Row) => write(request, reply, row))
  })

  app.addHook('preSerialization', async (request, _reply, row: Row) =>
    request.selected === undefined ? row : request.selected.expand(row, request))
}

/** Writes the reply with the serializer of its final status and its format, or as X-Filter wants it. */
const write = (request: FastifyRequest, reply: FastifyReply, row: Row): string => {
  const { choice: { format, media } } = request
  const serialize = reply.getSerializationFunction(`${reply.statusCode}`, format.media[0])
  if (serialize === undefined) throw new TypeError(`${request.routeOptions.url} has no document for status ${reply.statusCode}`)
  reply.type(`${media}${format.charset}`)
  return serialize({ row, request, reply })
}

/** A serializer of shown rows. An item just made (201) carries its address, in its root and in `Location`; a list links to its neighbours. */
const compileShown = (schemas: readonly (AnyModel | AnyList)[], format: Choice['format'], module: string) => {
  const writeRow = compileWriter(schemas, format, module)
  const [first] = schemas
  const self = first !== undefined && 'wire' in first && first.wire.self !== null ? compileAddress(first.wire.self, module) : undefined
  const list = first !== undefined && isList(first) ? first : undefined
  return ({ row, request, reply }: Shown): string => {
    const made = reply.statusCode === 201
    if (made && self !== undefined) reply.header('location', self(row, request.place))
    const links = list && pageLinks(request, list, row)
    if (links !== undefined && links !== '') reply.header('link', links)
    return (request.selected?.writerOf(format, row) ?? writeRow)(row, request.place, made)
  }
}

/** Offers each document of a route's responses in every format. */
const offerFormats = (route: RouteOptions) => {
  const response = route.schema?.response
  if (!isObject(response)) return
  const entries = Object.entries(response)
  route.config = { ...route.config, documents: Object.fromEntries(entries.map(([status, schema]) => [status, documentsIn(schema)])) }
  route.schema = { ...route.schema, response: Object.fromEntries(entries.map(([status, schema]) => [status, offer(schema)])) }
}

const offer = (schema: unknown) => documentsIn(schema).length === 0
  ? schema
  : { content: Object.fromEntries(formats.map(({ media: [media] }) => [media, { schema }])) }

/** The documents a response schema describes: itself, or the members of a union. */
const documentsIn = (schema: unknown): readonly (AnyModel | AnyList)[] => {
  if (isDocument(schema)) return [schema]
  return isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf.filter(isDocument) : []
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

export default fp(representation, { name: 'representation', dependencies: ['@fastify/sensible'], fastify: '5.x' })
