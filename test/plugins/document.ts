/**
 * What a document must say: built from a schema's annotations and a row, without anything of
 * plugins/resources/representation or schemas/lexical. The writers are held against it.
 */
import type { AnyList, AnyModel, Wire } from '../../schemas/language/vocabulary.ts'
import type { TSchema } from 'typebox'
import { annotationsOf, isList, isLegal, isModel, type Row } from '../support/rows.ts'

/** An element: attributes in order, then text or elements. `kind` says what it stands for in JSON. */
export interface Element {
  kind: 'value' | 'values' | 'object' | 'list' | 'rows'
  name: string
  namespace?: string
  attributes: [string, Value][]
  text?: Value
  children: Element[]
}

/** A value as text, and as it shows in typed JSON. */
export interface Value {
  text: string
  typed: unknown
}

/**
 * Where a document is shown: the service's address, and the extension asked for. `requested` are those properties of an
 * item that are shown only on request, and were.
 */
export interface Shown {
  base: string
  extension?: string
  module: string
  addressed: boolean
  requested?: readonly string[]
}

/** The document of a row. */
export const documentOf = (schema: AnyModel | AnyList, row: Row, shown: Shown): Element =>
  isList(schema)
    ? listElement(schema, row, shown)
    : itemElement(schema, row, { ...shown, self: shown.addressed ? schema.wire.self : null })

const listElement = ({ properties, listWire: { name, child } }: AnyList, row: Row, shown: Shown): Element => ({
  kind: 'list',
  name,
  attributes: Object.entries(properties)
    .filter(([attribute]) => attribute !== 'items' && isThere(row[attribute]))
    .map(([attribute, property]) => [attribute, valueOf(property, row[attribute])]),
  children: (isRows(row.items) ? row.items : []).map((item) =>
    child.self === null
      ? itemElement(child.model, item, { ...shown, self: null })
      : {
          kind: 'object',
          name: child.model.wire.name,
          attributes: [['href', addressOf(child.self, item, shown)]],
          children: []
        }
  )
})

const itemElement = ({ properties, wire }: AnyModel, row: Row, shown: Shown & { self: string | null }): Element => ({
  kind: 'object',
  name: wire.name,
  ...(wire.namespace !== undefined && { namespace: wire.namespace }),
  attributes: shown.self === null ? [] : [['href', addressOf(shown.self, row, shown)]],
  children: [
    ...Object.entries(properties)
      .filter(([name]) => isThere(row[name]) && (!wire.onRequest.includes(name) || shown.requested?.includes(name)))
      .map(([name, property]) => fieldElement(name, property, row, shown)),
    ...subresourceElements(wire, row, shown)
  ]
})

const subresourceElements = ({ subresources }: Wire, row: Row, shown: Shown): Element[] =>
  Object.entries(subresources).map(([name, template]) => ({
    kind: 'object',
    name,
    attributes: [['href', addressOf(template, row, shown)]],
    children: []
  }))

const fieldElement = (name: string, property: TSchema, row: Row, shown: Shown): Element => {
  const { rows, values, file, web, link, key } = annotationsOf(property)
  const value = row[name]
  if (isModel(rows)) {
    const items = isRows(value) ? value : []
    return {
      kind: 'rows',
      name,
      attributes: [],
      children: items.map((item) => itemElement(rows, item, { ...shown, requested: [], self: null }))
    }
  }
  if (values !== undefined) {
    const texts = Array.isArray(value) ? value.map((one: unknown) => valueOf(values, one)) : []
    return {
      kind: 'values',
      name,
      attributes: [],
      children: texts.map((text) => ({ kind: 'value', name: 'Value', attributes: [], text, children: [] }))
    }
  }
  if (file === true) {
    const address = web === true ? legalise(String(value)) : `${shown.base}/${percent(String(value), PATH)}`
    return { kind: 'object', name, attributes: [['href', same(address)]], children: [] }
  }
  if (key === undefined) return { kind: 'value', name, attributes: [], text: valueOf(property, value), children: [] }
  return {
    kind: 'object',
    name,
    attributes: typeof link === 'string' ? [['href', addressOf(link, row, shown)]] : [],
    children: [{ kind: 'value', name: key, attributes: [], text: valueOf(property, value), children: [] }]
  }
}

/** An address below the resource tree; an extension stands in the place of a collection's final slash. */
const addressOf = (template: string, row: Row, { base, extension, module }: Shown): Value => {
  // It is the template that says what a collection is: what a variable holds is never a final slash.
  const whole = extension === undefined ? template : `${template.replace(/\/$/, '')}.${extension}`
  return same(
    `${base}/resources/${whole.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'Module' ? module : percent(String(row[name]))))}`
  )
}

/** What stands for itself in a variable's segment of an address, and in the path of a file (RFC 3986, section 3.3). */
const SEGMENT = /^[A-Za-z0-9._~!*'()-]$/
const PATH = /^[A-Za-z0-9._~!$&'()*+,;=:@/-]$/

/** A text with every other character percent-encoded byte by byte. */
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
      return isDate(value) ? { text: momentText(value), typed: value.toISOString() } : same('no moment')
    case 'decimal':
      return { text: decimalText(String(value)), typed: Number(value) }
    case 'integer':
      return { text: `${String(value)}`, typed: value }
    default:
      return same(legalise(String(value)))
  }
}

const same = (text: string): Value => ({ text, typed: text })

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: '2-digit',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true
})

/** A moment as `M/D/YY h:mm AM/PM`, by the platform's own calendar. */
export const momentText = (moment: Date): string => clock.format(moment).replace(', ', ' ').replace('\u202F', ' ')

/** A decimal's digits without needless zeros, but at least one after the point. */
export const decimalText = (digits: string): string => {
  const [whole = '', fraction = ''] = digits.split('.')
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return `${whole}.${end === 0 ? '0' : fraction.slice(0, end)}`
}

/** A text with U+FFFD in the place of every character that XML forbids. */
export const legalise = (text: string): string =>
  [...text].map((character) => (isLegal(character.codePointAt(0) ?? 0) ? character : '\uFFFD')).join('')

const isThere = (value: unknown) => value !== undefined && value !== null
const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value)
const isDate = (value: unknown): value is Date => value instanceof Date
