/** Operations, which the generated documents are made from. They are read from the routes of the service. */
import type { RouteOptions } from 'fastify'
import { Type, type TProperties, type TSchema } from 'typebox'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import type { RuleName } from '../authorization/rules.ts'
import { isModel, keywordsOf, propertiesOf, type DocumentSchema } from '../../schemas/language/keywords.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address that clients use, if it differs from the one in the router. */
    address?: string
  }
}

/** A method of an address, as OpenAPI defines it. */
export interface Operation {
  readonly method: string
  /** The address in OpenAPI's notation: `/resources/Desk/Blog/{blogId}`. */
  readonly path: string
  readonly status: number
  /** Schemas of the response document. */
  readonly schemas: readonly DocumentSchema[]
  readonly query: TProperties
  readonly params: TProperties
  readonly body: AnyModel | undefined
  /** Whether it takes a file upload. */
  readonly takesFile: boolean
  /** Whether clients can subscribe to changes of its list. */
  readonly streams: boolean
  /** Name of the access rule; undefined if everybody may use the operation. */
  readonly who: RuleName | undefined
}

/**
 * Returns the operation of a route: for a route of GET and HEAD, that of GET. Undefined for routes that the documents
 * leave out: OPTIONS, wildcards and the explorer.
 */
export const operationOf = ({ method: methods, url, config, schema }: RouteOptions): Operation | undefined => {
  const [method = ''] = [methods].flat()
  if (!METHODS.includes(method) || url.includes('*')) return undefined
  if (schema !== undefined && 'hide' in schema) return undefined
  const { description } = config ?? {}
  const path = (config?.address ?? url).replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, Type.String({ minLength: 1 })])
  return {
    method,
    path,
    status: description?.status ?? 200,
    schemas: description?.schemas ?? [],
    query: propertiesOf(schema?.querystring),
    params: { ...Object.fromEntries(pathParameters), ...propertiesOf(schema?.params) },
    body: isModel(schema?.body) ? schema.body : undefined,
    takesFile: config?.takesFile === true,
    streams: config?.streams === true,
    who: config?.who
  }
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Tells whether an operation belongs to the resource tree. */
export const isResource = ({ path }: Operation): boolean => /^\/resources(\/|$)/.test(path)

/** Returns a schema with the keywords of JSON Schema only, without those of this service. */
export const plainSchema = (schema: TSchema): Record<string, unknown> => {
  const { type, nullable } = keywordsOf(schema)
  const standard = Object.fromEntries(Object.entries(schema).filter(([keyword]) => STANDARD.has(keyword)))
  return nullable === true ? { ...standard, type: [type, 'null'] } : standard
}

const STANDARD: ReadonlySet<string> = new Set([
  'type',
  'const',
  'enum',
  'anyOf',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'default',
  'description',
  'examples',
  'contentMediaType'
])
