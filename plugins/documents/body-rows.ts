/** The tables of all request bodies, for docs/. */
import type { TSchema } from 'typebox'
import type { AnyModel } from '../../schemas/language/vocabulary.ts'
import { membersOf } from '../resources/representation/template.ts'
import { isResource, type Operation } from './collect.ts'

/** A request body: the requests that take it, and a row for each property. */
export interface BodyTable {
  readonly name: string
  readonly requests: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Tables of all bodies. Each row holds name, form, whether it is required, length and meaning. */
export const bodyTables = (operations: readonly Operation[]): readonly BodyTable[] => {
  const requests = new Map<AnyModel, string[]>()
  for (const operation of operations.filter(isResource)) {
    const { method, path, body } = operation
    if (body !== undefined) requests.set(body, [...(requests.get(body) ?? []), `${method} ${path}`])
  }
  return [...requests]
    .map(([body, users]) => ({ name: body.wire.name, requests: users, rows: rowsOf(body) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

const rowsOf = (body: AnyModel) => {
  const { required } = membersOf(body)
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  return Object.entries(body.properties).map(([name, property]) => {
    const { description = '', minLength, maxLength }: Described = { ...property }
    const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength}`
    return [`\`${name}\``, formOf(property), isRequired(name) ? 'yes' : '', length, description]
  })
}

/** The form of a value in words: `whole number from 1`. */
const formOf = (property: TSchema): string => {
  const { type, key, format = '', minimum }: Described = { ...property }
  if (key !== undefined) return `link, by \`${key}\``
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `whole number${minimum === undefined ? '' : ` from ${minimum}`}`
  return forms[format] ?? 'text'
}

const forms: Readonly<Record<string, string>> = {
  'moment-or-none': 'timestamp',
  'date-time': 'timestamp',
  'web-address': 'web address',
  'json-object': 'JSON object',
  segment: 'text, part of a path'
}

interface Described {
  type?: string
  key?: string
  format?: string
  description?: string
  minimum?: number
  minLength?: number
  maxLength?: number
}
