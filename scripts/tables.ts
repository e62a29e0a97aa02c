/** Tables of all addresses, access rules and request bodies, for docs/. */
import type { TSchema } from 'typebox'
import { isResource, type Operation } from '../plugins/documents/operations.ts'
import { keywordsOf, requiredOf } from '../schemas/language/keywords.ts'
import { presentationParameters } from '../schemas/language/presentation.ts'
import type { AnyModel } from '../schemas/language/models.ts'

/** Returns a row for each operation: method, address, summary, and the parameters that not every address takes. */
export const addressRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations
    .filter((operation) => isResource(operation))
    .toSorted(byPath)
    .map((operation) => [operation.method, `\`${operation.path}\``, operation.summary, parameterList(operation)])

/** Returns a row for each operation that is not a GET: method, address, and the name of its access rule. */
export const rightRows = (operations: readonly Operation[]): readonly (readonly string[])[] =>
  operations
    .filter((operation) => isResource(operation) && (operation.method !== 'GET' || operation.who !== undefined))
    .toSorted(byPath)
    .map(({ method, path, who }) => [method, `\`${path}\``, who === undefined ? 'everybody' : `\`${who}\``])

const byPath = (one: Operation, other: Operation) =>
  one.path === other.path
    ? compare(one.method, other.method)
    : compare(one.path.toLowerCase(), other.path.toLowerCase())
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Lists the parameters of an operation. Criteria appear without their operators: `cId` includes `cId.since`. */
const parameterList = ({ query }: Operation): string => {
  const paged = PAGING.every((name) => name in query)
  const own = Object.keys(query).filter(
    (name) =>
      !(name in presentationParameters) &&
      name !== 'params' &&
      !(paged && PAGING.includes(name)) &&
      !(name.slice(0, name.lastIndexOf('.')) in query)
  )
  return [...(paged ? ['paging'] : []), ...own.map((name) => `\`${name}\``)].join(', ')
}

/** Parameters that every list takes; the table shows them as "paging". */
const PAGING: readonly string[] = ['offset', 'limit', 'detailed']

/** A request body, with a row for each property. */
export interface BodyTable {
  readonly name: string
  /** The requests that take the body, such as `POST /resources/Desk/Blog`. */
  readonly requests: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Returns the tables of all bodies. A row contains name, type, whether the property is required, length,
 * description.
 */
export const bodyTables = (operations: readonly Operation[]): readonly BodyTable[] => {
  const requestsByBody = new Map<AnyModel, string[]>()
  for (const operation of operations.filter(isResource)) {
    const { method, path, body } = operation
    if (body !== undefined) requestsByBody.set(body, [...(requestsByBody.get(body) ?? []), `${method} ${path}`])
  }
  return [...requestsByBody]
    .map(([body, requests]) => ({ name: body.wire.name, requests, rows: rowsOf(body) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

const rowsOf = (body: AnyModel) => {
  const required = requiredOf(body)
  return Object.entries(body.properties).map(([name, property]) => {
    const { description = '', minLength, maxLength } = keywordsOf(property)
    const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength}`
    return [`\`${name}\``, typeInWords(property), required.includes(name) ? 'yes' : '', length, description]
  })
}

/** Describes the type of a property in words, such as `whole number from 1`. */
const typeInWords = (property: TSchema): string => {
  const { whenEmpty } = keywordsOf(property)
  return `${filledTypeInWords(property)}${whenEmpty === undefined ? '' : ', or empty'}`
}

const filledTypeInWords = (property: TSchema): string => {
  const { type, key, format = '', minimum } = keywordsOf(property)
  if (key !== undefined) return `link, by \`${key}\``
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `whole number${minimum === undefined ? '' : ` from ${minimum}`}`
  return formatWords[format] ?? 'text'
}

const formatWords: Readonly<Record<string, string>> = {
  moment: 'timestamp',
  'web-address': 'web address',
  'json-object': 'JSON object',
  segment: 'text, part of a path'
}
