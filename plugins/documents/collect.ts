/** What the documents are made from: the routes of the service, as every other plugin has left them. */
import type { RouteOptions } from 'fastify'
import { Type, type TProperties, type TSchema } from 'typebox'
import type { AnyList, AnyModel } from '../../schemas/language/vocabulary.ts'
import type { RuleName } from '../authorization/rules.ts'
import { isModel, propertiesOf } from '../resources/description.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address as clients write it, where the router knows another. */
    address?: string
  }
}

/** One method of one address. */
export interface Operation {
  readonly method: string
  /** The address as OpenAPI writes it: `/resources/Desk/Blog/{blogId}`. */
  readonly path: string
  /** The documents it answers with, by status. */
  readonly documents: Readonly<Record<string, readonly (AnyModel | AnyList)[]>>
  readonly query: TProperties
  readonly params: TProperties
  readonly body: AnyModel | undefined
  /** Whether it takes a file. */
  readonly takesFile: boolean
  /** Whether it can stream its changes. */
  readonly streams: boolean
  /** The rule of those who may use it; absent when everybody may. */
  readonly who: RuleName | undefined
}

/** The operation of a route; none of those that only refuse a method, answer OPTIONS or HEAD, or show the explorer. */
export const operationOf = ({ method, url, config, schema }: RouteOptions): Operation | undefined => {
  if (typeof method !== 'string' || !METHODS.includes(method) || url.includes('*')) return undefined
  if (schema !== undefined && 'hide' in schema) return undefined
  const path = (config?.address ?? url).replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
  const undeclared = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, Type.String({ minLength: 1 })])
  return {
    method,
    path,
    documents: config?.description?.documents ?? {},
    query: propertiesOf(schema?.querystring),
    params: { ...Object.fromEntries(undeclared), ...propertiesOf(schema?.params) },
    body: isModel(schema?.body) ? schema.body : undefined,
    takesFile: config?.takesFile === true,
    streams: config?.streams === true,
    who: config?.who
  }
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Whether an operation is one of the resource tree. */
export const isResource = ({ path }: Operation): boolean => /^\/resources(\/|$)/.test(path)

/** A schema as JSON Schema knows it: without the keywords that say how a value is shown. */
export const plainSchema = (schema: TSchema): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => PLAIN.has(keyword)))

const PLAIN: ReadonlySet<string> = new Set([
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
