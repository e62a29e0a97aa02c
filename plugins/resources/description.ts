/** What a route is on the wire: described once, when it is registered, and read by whoever needs it. */
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type, type TProperties, type TSchema } from 'typebox'
import { presentationParameters } from '../../schemas/language/presentation.ts'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import type { RuleName } from '../authorization/rules.ts'
import { isDocument, isList } from './representation/plan.ts'
import { membersOf, type Row } from './representation/template.ts'

/** A model or a list that an answer shows. */
export type Shown = AnyModel | AnyList

export interface Description {
  readonly method: string
  /** Whether it only reads: GET and HEAD. */
  readonly reads: boolean
  /** Path as the router knows it: `/resources/Desk/Blog/:blogId`. */
  readonly path: string
  /** The documents of its answers by status; of several schemas the first that fits the row is used. */
  readonly documents: Readonly<Record<string, readonly Shown[]>>
  readonly query: TProperties
  readonly params: TProperties
  readonly body: AnyModel | undefined
  /** Its schemas as its family declares them. */
  readonly schema: FastifySchema
  /** The rule of those who may use it; absent when everybody may. */
  readonly who: RuleName | undefined
  /** Whether its body is a file, and how long it works before it writes to the database is its own affair. */
  readonly takesFile: boolean
  /** Whether its list can be streamed. */
  readonly streams: boolean
  /** Whether it shows blogs or posts. */
  readonly live: boolean
  /** Whether it reads something else than the database: then nothing says when its answer is outdated. */
  readonly outside: boolean
  /** Name of the plugin that registered it. */
  readonly family: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes a file: as the field `file` of a multipart/form-data body. */
    takesFile?: boolean
    /** Whether the route's list can be streamed. */
    streams?: boolean
    /** Whether the route reads something else than the database. */
    outside?: boolean
    /** What the route is on the wire. */
    description?: Description
  }
}

/** Describes a route. @param family name of the plugin that registers it */
export const describe = ({ method, url, config = {}, schema = {} }: RouteOptions, family: string): Description => {
  const [name = 'GET'] = [method].flat()
  const reads = name === 'GET' || name === 'HEAD'
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
    takesFile: config.takesFile === true,
    streams: config.streams === true,
    live: url.includes(':blogId') || Object.values(documents).flat().some(isLive),
    outside: config.outside === true,
    family
  }
}

/** On any GET: shows the parameters of the address instead of its document (specification 4, rule 2). */
const Show = Type.Optional(Type.Literal('show', { description: 'Shows this list of parameters' }))

const documentsByStatus = (response: unknown): Description['documents'] =>
  Object.fromEntries(
    Object.entries(membersOf(response))
      .map(([status, schema]) => [status, documentsIn(schema)] as const)
      .filter(([, documents]) => documents.length > 0)
  )

/** The documents a response schema describes: itself, or the members of a union. */
export const documentsIn = (schema: unknown): readonly Shown[] => {
  if (isDocument(schema)) return [schema]
  const { anyOf } = membersOf(schema)
  return Array.isArray(anyOf) ? anyOf.filter(isDocument) : []
}

const isLive = (schema: Shown) => {
  const { name } = isList(schema) ? schema.listWire.child.model.wire : schema.wire
  return name === 'Blog' || name === 'Post'
}

/**
 * Whether a row shows a draft, which no cache on the way may store. A list says so itself, by what it selects; an item
 * by the property that its schema names.
 */
export const isDraft = (shown: readonly Shown[], row: Row): boolean =>
  row.showsDrafts === true ||
  shown.some((schema) => {
    const property = 'wire' in schema ? schema.wire.draftUnless : undefined
    return property !== undefined && row[property] === false
  })

/** The version of the item that a row is, if its schema names the property that holds it. */
export const versionOf = (shown: readonly Shown[], row: Row): number | undefined => {
  const [version] = shown.flatMap((schema) =>
    'wire' in schema && schema.wire.version !== undefined ? [row[schema.wire.version]] : []
  )
  return typeof version === 'number' ? version : undefined
}

/** The properties that an object's schema declares; none of anything else. */
export const propertiesOf = (schema: unknown): TProperties => {
  const isSchema = (entry: [string, unknown]): entry is [string, TSchema] => typeof entry[1] === 'object'
  return Object.fromEntries(Object.entries(membersOf(membersOf(schema).properties)).filter(isSchema))
}

/** Whether a schema is a model. */
export const isModel = (schema: unknown): schema is AnyModel => isDocument(schema) && !isList(schema)
