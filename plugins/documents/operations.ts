/** Operations, which the generated documents are made from. They are read from the routes of the service. */
import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { propertiesOf } from '../../schemas/language/keywords.ts'
import { describe, type Description } from '../resources/description.ts'
import { capital } from '../words.ts'

/** A method of an address, as OpenAPI defines it. The path is in its notation: `/resources/Desk/Blog/{blogId}`. */
export type Operation = Description

/**
 * Returns the operation of a route: for a route of GET and HEAD, that of GET. Undefined for routes that the documents
 * leave out: OPTIONS, wildcards and the explorer.
 */
export const operationOf = (route: RouteOptions): Operation | undefined => {
  const { url, config, schema } = route
  const description = config?.description ?? { ...describe(route, ''), query: propertiesOf(schema?.querystring) }
  if (!METHODS.includes(description.method) || url.includes('*')) return undefined
  if (schema !== undefined && 'hide' in schema) return undefined
  const path = (config?.address ?? url).replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, Type.String({ minLength: 1 })])
  return { ...description, path, params: { ...Object.fromEntries(pathParameters), ...description.params } }
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Tells whether an operation belongs to the resource tree. */
export const isResource = ({ path }: Operation): boolean => /^\/resources(\/|$)/.test(path)

/** Descriptions of the OpenAPI tags: one for each first segment below `/resources`, and one for the service itself. */
export const tags: Readonly<Record<string, string>> = {
  Index: 'Start of every client',
  Admin: 'The running service: components, plugins, requests, texts',
  Archive: 'Stored files and their metadata',
  Data: 'Posts of all blogs, post types, sources and collaborators',
  Filter: 'Access checks for gateways',
  GUI: 'Actions of user interfaces',
  Gateway: 'Access rules in force',
  HR: 'Users and persons',
  Localization: 'Languages',
  RBAC: 'Roles and the rights they hold',
  Security: 'Login, logout and rights',
  Tool: 'Tools for editors',
  Service: 'Health, problem explanations and schemas'
}

/** Returns the tag of an operation: the first segment below `/resources`. */
export const tagOf = (operation: Operation): string =>
  isResource(operation) ? (segmentsOf(operation)[0] ?? 'Index') : 'Service'

/** Returns the unique operationId, such as `getDeskBlogByBlogIdPost`. */
export const operationId = (operation: Operation): string => {
  const segments = isResource(operation) ? segmentsOf(operation) : operation.path.split('/')
  const words = segments.map(
    (segment) =>
      (isWord(segment) ? '' : 'By') +
      segment
        .split(/[^A-Za-z0-9]+/)
        .map(capital)
        .join('')
  )
  return operation.method.toLowerCase() + (words.join('') || 'Resources')
}

const segmentsOf = ({ path }: Operation) => path.split('/').slice(2)
const isWord = (segment: string) => !segment.startsWith('{')
