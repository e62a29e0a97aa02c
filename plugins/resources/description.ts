/**
 * Descriptions of routes as clients see them: method, path, documents, parameters. Each is made once, when the route is
 * registered; hooks, the OpenAPI document and introspection read it.
 */
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
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
import { derivedSummary } from './summaries.ts'

/** Kinds of documents by how long caches may keep them: `live` shows blogs or posts, `post` is a single post. */
type CacheKind = 'live' | 'post' | 'reference'

export interface Description extends Guard {
  /** GET stands for HEAD too. */
  readonly method: string
  /** Whether the method is GET. */
  readonly reads: boolean
  /** Path in the router's notation: `/resources/Desk/Blog/:blogId`. */
  readonly path: string
  /** The request in one line: `Publish a draft`. Routes whose path does not say it state it as `schema.summary`. */
  readonly summary: string
  /** Status of a successful response: 204 if it has no document. */
  readonly status: 200 | 201 | 204
  /** Schemas of its document. If there are several, the first that fits the row is used. */
  readonly schemas: readonly DocumentSchema[]
  /** The schema of the list that the document is; undefined for other documents. */
  readonly list: AnyList | undefined
  /** The model of the item that the document is; undefined for other documents. */
  readonly model: AnyModel | undefined
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
  readonly cacheAs: CacheKind
  /** Whether no change in the database is noted for its documents. Nothing would invalidate them, so none is cached. */
  readonly uncached: boolean
  /** Whether it reads a web page and not the database. */
  readonly readsWeb: boolean
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
    /** Whether no change in the database is noted for the documents of the route, so that they cannot be cached. */
    uncached?: boolean
    /** Whether the route reads a web page and not the database: it takes no turn there, and is not cached. */
    readsWeb?: boolean
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
  const { 200: read, 201: made } = membersOf(schema.response)
  const schemas = documentsIn(read ?? made)
  const status = schemas.length === 0 ? 204 : read === undefined ? 201 : 200
  const params = propertiesOf(schema.params)
  const blogParameter = Object.keys(params).find((parameter) => keywordsOf(params[parameter]).scope === 'blog')
  return {
    method: name,
    reads,
    path: url,
    summary: schema.summary ?? derivedSummary(name, url, schemas[0]),
    status,
    schemas,
    list: schemas.find(isList),
    model: schemas.find(isModel),
    query: { ...propertiesOf(schema.querystring), ...presentationParameters, ...(reads && { params: Show }) },
    params,
    body: isModel(schema.body) ? schema.body : undefined,
    schema,
    who: config.who,
    blogOf: config.blogOf,
    applies: config.applies,
    takesFile: config.takesFile === true,
    streams: config.streams === true,
    blogParameter,
    cacheAs: cacheAs(schemas, blogParameter !== undefined),
    uncached: config.uncached === true,
    readsWeb: config.readsWeb === true,
    pageFilter: reads ? pageFilterOf(schemas[0]) : '',
    family
  }
}

/** Returns the X-Filter of a list's pages; empty for other documents, and for lists that show whole items. */
const pageFilterOf = (schema: DocumentSchema | undefined): string => {
  if (schema === undefined || !isList(schema) || schema.listWire.child.self === null) return ''
  const names = Object.keys(schema.listWire.child.model.properties)
  const summaryNames = SUMMARY_PROPERTIES.filter((name) => names.includes(name))
  return (summaryNames.length > 0 ? summaryNames : names.slice(0, 1)).toSorted().join(',')
}

/** The properties that describe an item in a list. Its title or name is the text of its link. */
const SUMMARY_PROPERTIES = [
  ...['Action', 'Allows', 'AuthorName', 'Client', 'Content', 'CreatedOn', 'Creator', 'Description', 'HappenedOn'],
  ...['IsLive', 'Item', 'Kind', 'PublishedOn', 'Type', 'User']
]

/** Every GET takes `params=show`, which lists the parameters of the address (docs/spec.md, section 4, rule 2). */
const Show = Type.Optional(Type.Literal('show', { description: 'Shows this list of parameters' }))

const cacheAs = (documents: readonly DocumentSchema[], belongsToBlog: boolean): CacheKind => {
  if (documents.some((schema) => isModel(schema) && schema.wire.cacheAs === 'post')) return 'post'
  const models = documents.map((schema) => (isList(schema) ? schema.listWire.child.model : schema))
  return belongsToBlog || models.some(({ wire }) => wire.cacheAs !== undefined) ? 'live' : 'reference'
}
