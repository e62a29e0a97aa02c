/** Lists all models and lists of schemas/, and generates random rows for them from their annotations. */
import { readdir } from 'node:fs/promises'
import fc, { type Arbitrary } from 'fast-check'
import type { TProperties, TSchema } from 'typebox'
import { code } from './root.ts'
import { Id, MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
import { words } from './words.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Document {
  /** File and name of the export, such as `blog.ts Blog`. */
  exportedAs: string
  schema: AnyModel | AnyList
}

/** Annotations of a property, as `schemas/language/vocabulary.ts` sets them. */
export interface Annotations {
  lexical?: unknown
  link?: unknown
  key?: string
  file?: boolean
  web?: boolean
  rows?: AnyModel
  values?: TSchema
  minimum?: number
  maximum?: number
}

export const annotationsOf = (property: TSchema): Annotations => ({ ...property })

/** Returns the names of the required properties. */
export const requiredOf = (schema: TSchema): readonly string[] => {
  const { required = [] }: { required?: readonly string[] } = { ...schema }
  return required
}

/** Returns the names of the variables in an address template, without the module name. */
export const variablesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'Module')

export const isModel = (value: unknown): value is AnyModel =>
  typeof value === 'object' && value !== null && 'wire' in value
export const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'listWire' in value

/** Returns every model and list that a file of schemas/ exports: directly, in an object, or from `Resources()`. */
export const everyDocument = async (): Promise<Document[]> => {
  const folder = new URL('schemas/', code)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(
    files.map(async (file): Promise<[string, object]> => [file, await import(new URL(file, folder).href)])
  )
  return modules.flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => documentsIn(`${file} ${name}`, value))
  )
}

const documentsIn = (exportedAs: string, value: unknown): Document[] => {
  if (isModel(value) || isList(value)) return [{ exportedAs, schema: value }]
  if (exportedAs === 'catalogue.ts Resources' && typeof value === 'function') {
    return documentsIn(`${exportedAs}()`, value('Desk'))
  }
  if (typeof value !== 'object' || value === null || 'type' in value) return []
  return Object.entries(value).flatMap(([name, member]) =>
    isModel(member) || isList(member) ? [{ exportedAs: `${exportedAs}.${name}`, schema: member }] : []
  )
}

/** Generates rows of a model or a list. */
export const rowsOf = (schema: AnyModel | AnyList): Arbitrary<Row> =>
  isList(schema) ? listRows(schema) : itemRows(schema)

const listRows = (list: AnyList): Arbitrary<Row> => {
  const { items: _items, ...attributes } = list.properties
  const { model, self } = list.listWire.child
  const itemRow = self === null ? itemRows(model) : itemRows(model, variablesOf(self))
  return fc
    .tuple(recordOf(attributes, requiredOf(list)), fc.array(itemRow, { maxLength: 6 }))
    .map(([head, items]) => ({ ...head, items }))
}

/**
 * Generates rows of a model. They include the properties of the model's address.
 * @param only names of the properties to generate; default all
 */
const itemRows = (model: AnyModel, only?: readonly string[]): Arbitrary<Row> => {
  const addressed = model.wire.self === null ? [] : variablesOf(model.wire.self)
  const properties = { ...Object.fromEntries(addressed.map((name) => [name, Id()])), ...model.properties }
  const selected = Object.entries(properties).filter(([name]) => only === undefined || only.includes(name))
  return recordOf(Object.fromEntries(selected), [...requiredOf(model), ...addressed])
}

const recordOf = (properties: TProperties, required: readonly string[]): Arbitrary<Row> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        required.includes(name) ? valueOf(property) : fc.option(valueOf(property), { nil: undefined })
      ])
    ),
    { requiredKeys: Object.keys(properties).filter((name) => required.includes(name)) }
  )

const valueOf = (property: TSchema): Arbitrary<unknown> => {
  const { lexical, link, file, web, rows, values, minimum = 0, maximum = MAX_INTEGER } = annotationsOf(property)
  if (rows !== undefined) return fc.array(itemRows(rows), { maxLength: 3 })
  if (values !== undefined) return fc.array(valueOf(values), { maxLength: 3 })
  if (file === true) {
    return web === true ? fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), wildText) : filePath
  }
  switch (lexical) {
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
    case 'flag':
      return fc.boolean()
    case 'moment':
      return moment
    case 'decimal':
      return decimal
    case 'text':
    case undefined:
      return link === undefined && !('minLength' in property) ? wildText : key
    default:
      throw new Error(`cannot generate a value for lexical ${String(lexical)}`)
  }
}

/** Generates times of one century, which two digits of the year tell apart. */
export const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59.999Z'),
  noInvalidDate: true
})

/** Generates decimals in PostgreSQL's notation of `numeric`: many digits, with trailing zeros. */
export const decimal = fc
  .tuple(
    fc.boolean(),
    fc.stringMatching(/^(0|[1-9]\d{0,20})$/),
    fc.option(fc.stringMatching(/^\d{1,12}0{0,3}$/), { nil: undefined })
  )
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`)

/** Any code point but surrogates. fast-check's own unit for them takes 1.4 s to create. */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))
const readable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
const loneSurrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))
const forbidden = fc.constantFrom('\0', '\x01', '\x08', '\x0B', '\x0C', '\x1F', '\uFFFE', '\uFFFF', '\u{1FFFF}')
const troublesome = fc.constantFrom(
  ...words`& < > " ' ]]> <![CDATA[ <!-- --> <?x?> &amp; &#13; &lt;b&gt;`,
  '<b class="x">',
  '</Content>',
  '\r',
  '\r\n',
  '\n',
  '\t',
  ' ',
  '\x7F',
  '\x85',
  '\xA0',
  '\u2028',
  '\uFEFF',
  '\uFFFD',
  '\uE000',
  '\uF8FF',
  ...words`{ } {Module} $& $1 😀 👩‍👩‍👧`,
  'e\u0301\u0323',
  '\u202Eשלום',
  ...words`مرحبا % %20 /`,
  '\\',
  '?',
  '#',
  '0',
  '\u{10FFFD}'
)

/** Generates texts of every kind, including characters that XML forbids. */
export const wildText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.string({
      unit: fc.oneof(readable, anyCodePoint, troublesome, loneSurrogate, forbidden),
      maxLength: 30
    })
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n', '\r', '😀', '0') }
)

/** Generates texts of every kind without characters that XML forbids. */
export const legalText = fc
  .string({ unit: fc.oneof(readable, anyCodePoint, troublesome), maxLength: 60, size: 'max' })
  .map((text) => [...text].filter((character) => isLegal(character.codePointAt(0) ?? 0)).join(''))

/** Tells whether XML 1.0 allows a character (section 2.2, production Char). */
export const isLegal = (codePoint: number): boolean =>
  [0x9, 0xa, 0xd].includes(codePoint) ||
  (codePoint >= 0x20 && codePoint <= 0xd7ff) ||
  (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
  codePoint >= 0x10000

// Keys are also parts of addresses.
const key = fc.string({
  unit: fc.oneof(
    readable,
    troublesome,
    anyCodePoint,
    loneSurrogate,
    fc.constantFrom('/', '&', '"', "'", ' ', '%', '%2F', ';', '+')
  ),
  minLength: 1,
  maxLength: 12
})

const filePath = fc
  .array(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._~&'() %?#"<+;=:@[é標-]{0,9}$/), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'))
