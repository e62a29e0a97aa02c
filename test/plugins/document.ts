/**
 * Builds the expected document of a row from the annotations of its schema, without code of
 * plugins/representation or schemas/language/lexical.ts. Tests compare the writers with it.
 */
import type { AnyList, AnyModel, Wire } from '../../schemas/language/models.ts'
import type { TSchema } from 'typebox'
import { annotationsOf, isList, isLegal, isModel, type Row } from '../support/rows.ts'

/** An element: attributes in order, then text or elements. `kind` determines its JSON. */
export interface Element {
  kind: 'value' | 'values' | 'object' | 'list' | 'rows'
  name: string
  namespace?: string
  attributes: [string, Value][]
  text?: Value
  children: Element[]
}

/** A value as wire text, and as a value of typed JSON. */
export interface Value {
  text: string
  typed: unknown
}

/** Everything besides the row that determines a document. */
export interface Context {
  /** Base URL of the service. */
  base: string
  /** Extension of the requested address. */
  extension?: string
  module: string
  /** Whether the item has its address. */
  addressed: boolean
  /** Names of the `onRequest` properties that X-Filter names. */
  requested?: readonly string[]
}

/** Returns the expected document of a row. */
export const documentOf = (schema: AnyModel | AnyList, row: Row, context: Context): Element =>
  isList(schema)
    ? listElement(schema, row, context)
    : itemElement(schema, row, { ...context, self: context.addressed ? schema.wire.self : null })

const listElement = ({ properties, listWire: { name, child } }: AnyList, row: Row, context: Context): Element => ({
  kind: 'list',
  name,
  attributes: Object.entries(properties)
    .filter(([attribute]) => attribute !== 'items' && isPresent(row[attribute]))
    .map(([attribute, property]) => [attribute, valueOf(property, row[attribute])]),
  children: (isRows(row.items) ? row.items : []).map((item) =>
    child.self === null
      ? itemElement(child.model, item, { ...context, self: null })
      : {
          kind: 'object',
          name: child.model.wire.name,
          attributes: [['href', addressOf(child.self, item, context)]],
          children: []
        }
  )
})

const itemElement = (
  { properties, wire }: AnyModel,
  row: Row,
  context: Context & { self: string | null }
): Element => ({
  kind: 'object',
  name: wire.name,
  ...(wire.namespace !== undefined && { namespace: wire.namespace }),
  attributes: context.self === null ? [] : [['href', addressOf(context.self, row, context)]],
  children: [
    ...Object.entries(properties)
      .filter(([name]) => isPresent(row[name]) && (!wire.onRequest.includes(name) || context.requested?.includes(name)))
      .map(([name, property]) => fieldElement(name, property, row, context)),
    ...subresourceElements(wire, row, context)
  ]
})

const subresourceElements = ({ subresources }: Wire, row: Row, context: Context): Element[] =>
  Object.entries(subresources).map(([name, template]) => ({
    kind: 'object',
    name,
    attributes: [['href', addressOf(template, row, context)]],
    children: []
  }))

const fieldElement = (name: string, property: TSchema, row: Row, context: Context): Element => {
  const { rows, values, file, web, link, key } = annotationsOf(property)
  const value = row[name]
  if (isModel(rows)) {
    const items = isRows(value) ? value : []
    return {
      kind: 'rows',
      name,
      attributes: [],
      children: items.map((item) => itemElement(rows, item, { ...context, requested: [], self: null }))
    }
  }
  if (values !== undefined) {
    const texts = Array.isArray(value) ? value.map((member: unknown) => valueOf(values, member)) : []
    return {
      kind: 'values',
      name,
      attributes: [],
      children: texts.map((text) => ({ kind: 'value', name: 'Value', attributes: [], text, children: [] }))
    }
  }
  if (file === true) {
    const address = web === true ? replaceForbidden(String(value)) : `${context.base}/${percent(String(value), PATH)}`
    return { kind: 'object', name, attributes: [['href', untyped(address)]], children: [] }
  }
  if (key === undefined) return { kind: 'value', name, attributes: [], text: valueOf(property, value), children: [] }
  return {
    kind: 'object',
    name,
    attributes: typeof link === 'string' ? [['href', addressOf(link, row, context)]] : [],
    children: [{ kind: 'value', name: key, attributes: [], text: valueOf(property, value), children: [] }]
  }
}

/** Returns an address below `/resources`. An extension replaces the trailing slash of a collection. */
const addressOf = (template: string, row: Row, { base, extension, module }: Context): Value => {
  // Only the slash of the template may be replaced: a slash at the end of a property's value is part of the value.
  const pattern = extension === undefined ? template : `${template.replace(/\/$/, '')}.${extension}`
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'Module' ? module : percent(String(row[name]))
  )
  return untyped(`${base}/resources/${path}`)
}

/** Characters that are not encoded in a segment of an address, and in the path of a file (RFC 3986, section 3.3). */
const SEGMENT = /^[A-Za-z0-9._~!*'()-]$/
const PATH = /^[A-Za-z0-9._~!$&'()*+,;=:@/-]$/

/** Percent-encodes the UTF-8 bytes of all characters that `plain` does not match. */
const percent = (text: string, plain = SEGMENT) =>
  [...text]
    .map((character) =>
      plain.test(character)
        ? character
        : [...Buffer.from(character, 'utf8')]
            .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
            .join('')
    )
    .join('')

const valueOf = (property: TSchema, value: unknown): Value => {
  switch (annotationsOf(property).lexical) {
    case 'flag':
      return { text: value === true ? 'True' : 'False', typed: value }
    case 'moment':
      return isDate(value) ? { text: momentText(value), typed: value.toISOString() } : untyped('not a Date')
    case 'decimal':
      return { text: decimalText(String(value)), typed: Number(value) }
    case 'integer':
      return { text: `${String(value)}`, typed: value }
    default:
      return untyped(replaceForbidden(String(value)))
  }
}

const untyped = (text: string): Value => ({ text, typed: text })

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: '2-digit',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true
})

/** Formats a time as `M/D/YY h:mm AM/PM` with `Intl.DateTimeFormat`. */
export const momentText = (moment: Date): string => clock.format(moment).replace(', ', ' ').replace('\u202F', ' ')

/** Removes trailing zeros from a decimal, but keeps one digit after the point. */
const decimalText = (digits: string): string => {
  const [whole = '', fraction = ''] = digits.split('.')
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return `${whole}.${end === 0 ? '0' : fraction.slice(0, end)}`
}

/** Replaces every character that XML forbids by U+FFFD. */
const replaceForbidden = (text: string): string =>
  [...text].map((character) => (isLegal(character.codePointAt(0) ?? 0) ? character : '\uFFFD')).join('')

const isPresent = (value: unknown) => value !== undefined && value !== null
const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value)
const isDate = (value: unknown): value is Date => value instanceof Date
