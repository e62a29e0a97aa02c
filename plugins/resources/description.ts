/**
 * Descriptions of routes as clients see them: method, path, documents, parameters. Each is made once, when the route is
 * registered; hooks, the OpenAPI document and introspection read it.
 */
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { Access, RuleName } from '../authorization/rules.ts'
import { isList, propertiesOf, type DocumentSchema, isModel, documentsIn } from '../../schemas/language/keywords.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'

export interface Description {
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
  /** Name of the access rule; undefined if everybody may use the route. */
  readonly who: RuleName | undefined
  /** Finds the blog whose members the rule allows, if it is not in the path. */
  readonly blogOf: Access['blogOf']
  /** Returns whether the state of an item allows the action. */
  readonly applies: Access['applies']
  /**
   * Whether the route takes a file upload. Such a handler may take longer than the deadline of
   * `freshness.change`, so it calls that itself, around its database writes only.
   */
  readonly takesFile: boolean
  /** Whether clients can subscribe to changes of its list. */
  readonly streams: boolean
  /** Whether its documents show blogs or posts, which have a Cache-Control of their own. */
  readonly live: boolean
  /** Whether it reads something other than the database. Nothing invalidates such documents, so none is cached. */
  readonly uncached: boolean
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
  return {
    method: name,
    reads,
    path: url,
    documents,
    query: { ...propertiesOf(schema?.querystring), ...presentationParameters, ...(reads && { params: Show }) },
    params: propertiesOf(schema?.params),
    body: isModel(schema?.body) ? schema.body : undefined,
    schema,
    who: config.who,
    blogOf: config.blogOf,
    applies: config.applies,
    takesFile: config.takesFile === true,
    streams: config.streams === true,
    live: url.includes(':blogId') || Object.values(documents).flat().some(isLive),
    uncached: config.uncached === true,
    family
  }
}

/** Every GET takes `params=show`, which lists the parameters of the address (docs/spec.md, section 4, rule 2). */
const Show = Type.Optional(Type.Literal('show', { description: 'Shows this list of parameters' }))

const documentsByStatus = (response: unknown): Description['documents'] =>
  Object.fromEntries(
    Object.entries(membersOf(response))
      .map(([status, schema]) => [status, documentsIn(schema)] as const)
      .filter(([, documents]) => documents.length > 0)
  )

const isLive = (schema: DocumentSchema) => {
  const { name } = isList(schema) ? schema.listWire.child.model.wire : schema.wire
  return name === 'Blog' || name === 'Post'
}

/**
 * Tells whether a document shows a draft, which shared caches must not store. The query of a list sets
 * `showsDrafts`; the schema of an item names the property that is false for drafts.
 */
export const showsDraft = (schemas: readonly DocumentSchema[], row: Row): boolean =>
  row.showsDrafts === true ||
  schemas.some((schema) => {
    const property = 'wire' in schema ? schema.wire.draftUnless : undefined
    return property !== undefined && row[property] === false
  })

/** Returns the version of an item, for its ETag; undefined if its schema names no version property. */
export const versionOf = (schemas: readonly DocumentSchema[], row: Row): number | undefined => {
  const [version] = schemas.flatMap((schema) =>
    'wire' in schema && schema.wire.version !== undefined ? [row[schema.wire.version]] : []
  )
  return typeof version === 'number' ? version : undefined
}
