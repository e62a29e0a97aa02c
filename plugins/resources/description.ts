/**
 * Descriptions of routes as clients see them: method, path, documents, parameters. Each is made once, when the route is
 * registered; hooks, the OpenAPI document and introspection read it.
 */
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { Access, Guard } from '../authorization/rules.ts'
import {
  isList,
  propertiesOf,
  type DocumentSchema,
  isModel,
  documentsIn,
  keywordsOf
} from '../../schemas/language/keywords.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { formats } from '../formats.ts'

/** Values of Cache-Control. */
export interface CacheControl {
  /** Of documents that show blogs or posts, other than single posts. */
  readonly live: string
  /** Of single posts. */
  readonly post: string
  /** Of all other documents. */
  readonly reference: string
}

export interface Description extends Guard {
  /** GET stands for HEAD too. */
  readonly method: string
  /** Whether the method is GET. */
  readonly reads: boolean
  /** Path in the router's notation: `/resources/Desk/Blog/:blogId`. */
  readonly path: string
  /** Schemas of the response documents by status. If there are several, the first that fits the row is used. */
  readonly documents: Readonly<Record<string, readonly DocumentSchema[]>>
  readonly query: TProperties
  readonly params: TProperties
  readonly body: AnyModel | undefined
  /** The schemas that the route was registered with, without the parameters and formats added later. */
  readonly schema: FastifySchema
  /** Returns whether the state of an item allows the action. */
  readonly applies: Access['applies']
  /**
   * Whether the route takes a file upload. Such a handler may take longer than the deadline of
   * `freshness.change`, so it calls that itself, around its database writes only.
   */
  readonly takesFile: boolean
  /** Whether clients can subscribe to changes of its list. */
  readonly streams: boolean
  /** Kind of the Cache-Control of its documents. */
  readonly cacheAs: keyof CacheControl
  /** Whether it reads something other than the database. Nothing invalidates such documents, so none is cached. */
  readonly uncached: boolean
  /** The X-Filter of its pages if the request has none: people want to see more of an item than its address. */
  readonly pageFilter: string
  /** Name of the Fastify plugin that registered the route. */
  readonly family: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes a file upload: the field `file` of a multipart/form-data body. */
    takesFile?: boolean
    /** Whether clients can subscribe to changes of the route's list. */
    streams?: boolean
    /** Whether the route reads something other than the database, so that its documents cannot be cached. */
    uncached?: boolean
    /** Set on all routes of the resource tree when they are registered. */
    description?: Description
  }
}

/**
 * Describes a route.
 * @param family name of the Fastify plugin that registers it
 */
export const describe = ({ method, url, config = {}, schema = {} }: RouteOptions, family: string): Description => {
  const [name = 'GET'] = [method].flat()
  const reads = name === 'GET'
  const documents = documentsByStatus(schema?.response)
  const params = propertiesOf(schema?.params)
  const blogParameter = Object.keys(params).find((parameter) => keywordsOf(params[parameter]).scope === 'blog')
  return {
    method: name,
    reads,
    path: url,
    documents,
    query: { ...propertiesOf(schema?.querystring), ...presentationParameters, ...(reads && { params: Show }) },
    params,
    body: isModel(schema?.body) ? schema.body : undefined,
    schema,
    who: config.who,
    blogOf: config.blogOf,
    applies: config.applies,
    takesFile: config.takesFile === true,
    streams: config.streams === true,
    blogParameter,
    cacheAs: cacheAs(Object.values(documents).flat(), blogParameter !== undefined),
    uncached: config.uncached === true,
    pageFilter: reads ? pageFilterOf(documents[200]?.[0]) : '',
    family
  }
}

/** Returns the X-Filter of a list's pages; empty for other documents, and for lists that show whole items. */
const pageFilterOf = (schema: DocumentSchema | undefined): string => {
  if (schema === undefined || !isList(schema) || schema.listWire.child.self === null) return ''
  const names = Object.keys(schema.listWire.child.model.properties)
  const shown = SHOWN.filter((name) => names.includes(name))
  return (shown.length > 0 ? shown : names.slice(0, 1)).toSorted().join(',')
}

/** The properties that say what an item is about. Its title or name is the text of its link. */
const SHOWN = ['AuthorName', 'Content', 'CreatedOn', 'Creator', 'Description', 'IsLive', 'PublishedOn', 'Type']

/** Declares each document of a response schema under the media types of all formats. */
export const inEveryFormat = (response: unknown) =>
  Object.fromEntries(
    Object.entries(membersOf(response)).map(([status, schema]) => [
      status,
      documentsIn(schema).length === 0
        ? schema
        : { content: Object.fromEntries(formats.map(({ media: [media] }) => [media, { schema }])) }
    ])
  )

/** Every GET takes `params=show`, which lists the parameters of the address (docs/spec.md, section 4, rule 2). */
const Show = Type.Optional(Type.Literal('show', { description: 'Shows this list of parameters' }))

const documentsByStatus = (response: unknown): Description['documents'] =>
  Object.fromEntries(
    Object.entries(membersOf(response))
      .map(([status, schema]) => [status, documentsIn(schema)] as const)
      .filter(([, documents]) => documents.length > 0)
  )

const cacheAs = (documents: readonly DocumentSchema[], belongsToBlog: boolean): keyof CacheControl => {
  if (documents.some((schema) => isModel(schema) && schema.wire.cacheAs === 'post')) return 'post'
  const models = documents.map((schema) => (isList(schema) ? schema.listWire.child.model : schema))
  return belongsToBlog || models.some(({ wire }) => wire.cacheAs !== undefined) ? 'live' : 'reference'
}
