/** Every document the schemas declare, and random rows of each, derived from the schemas' own annotations. */
import { readdir } from 'node:fs/promises'
import fc, { type Arbitrary } from 'fast-check'
import type { TProperties, TSchema } from 'typebox'
import { code, extension } from './root.ts'
import { Id, MAX_INTEGER, type AnyList, type AnyModel } from '../../schemas/language/vocabulary.ts'

export type Row = Readonly<Record<string, unknown>>

/** A model or a list, and what it is exported as. */
export interface Document {
  exportedAs: string
  schema: AnyModel | AnyList
}

/** What the vocabulary notes on a property. */
export interface Annotated {
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

/** The annotations of a property. */
export const annotationsOf = (property: TSchema): Annotated => ({ ...property })

/** The names of the properties a row must have. */
export const requiredOf = (schema: TSchema): readonly string[] => {
  const { required = [] }: { required?: readonly string[] } = { ...schema }
  return required
}

/** The names of a template's variables but the module. */
export const variablesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'Module')

export const isModel = (value: unknown): value is AnyModel =>
  typeof value === 'object' && value !== null && 'wire' in value
export const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'listWire' in value

/** Every model and list that a module of schemas/ exports: by itself, in a table, or by a function of the module's name. */
export const everyDocument = async (): Promise<Document[]> => {
  const folder = new URL('schemas/', code)
  const files = (await readdir(folder)).filter((name) => name.endsWith(extension))
  const modules = await Promise.all(
    files.map(async (file): Promise<[string, object]> => [
      file.replace(extension, '.ts'),
      await import(new URL(file, folder).href)
    ])
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

/** Random rows of a model or a list. */
export const rowsOf = (schema: AnyModel | AnyList): Arbitrary<Row> =>
  isList(schema) ? listRows(schema) : itemRows(schema)

const listRows = (list: AnyList): Arbitrary<Row> => {
  const { items: _items, ...attributes } = list.properties
  const { model, self } = list.listWire.child
  const shown = self === null ? itemRows(model) : itemRows(model, variablesOf(self))
  return fc
    .tuple(recordOf(attributes, requiredOf(list)), fc.array(shown, { maxLength: 6 }))
    .map(([head, items]) => ({ ...head, items }))
}

/** Rows of a model, with what its address is made of; with `only`, of no more than those properties. */
const itemRows = (model: AnyModel, only?: readonly string[]): Arbitrary<Row> => {
  const addressed = model.wire.self === null ? [] : variablesOf(model.wire.self)
  const properties = { ...Object.fromEntries(addressed.map((name) => [name, Id()])), ...model.properties }
  const wanted = Object.entries(properties).filter(([name]) => only === undefined || only.includes(name))
  return recordOf(Object.fromEntries(wanted), [...requiredOf(model), ...addressed])
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
      throw new Error(`No rows can be made for a value that is spelled as ${String(lexical)}`)
  }
}

/** Moments of the years that two digits can tell apart. */
export const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59.999Z'),
  noInvalidDate: true
})

/** Decimals as PostgreSQL prints `numeric`: any number of digits, zeros at the end kept. */
export const decimal = fc
  .tuple(
    fc.boolean(),
    fc.stringMatching(/^(0|[1-9]\d{0,20})$/),
    fc.option(fc.stringMatching(/^\d{1,12}0{0,3}$/), { nil: undefined })
  )
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`)

const anyCodePoint = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })
const readable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
const loneSurrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))
const forbidden = fc.constantFrom('\0', '\x01', '\x08', '\x0B', '\x0C', '\x1F', '\uFFFE', '\uFFFF', '\u{1FFFF}')
const troublesome = fc.constantFrom(
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?x?>',
  '&amp;',
  '&#13;',
  '&lt;b&gt;',
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
  '{',
  '}',
  '{Module}',
  '$&',
  '$1',
  '😀',
  '👩‍👩‍👧',
  'e\u0301\u0323',
  '\u202Eשלום',
  'مرحبا',
  '%',
  '%20',
  '/',
  '\\',
  '?',
  '#',
  '0',
  '\u{10FFFD}'
)

/** Text of every kind, with what XML forbids in it. */
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

/** Text of every kind that XML can carry. */
export const legalText = fc
  .string({ unit: fc.oneof(readable, anyCodePoint, troublesome), maxLength: 60, size: 'max' })
  .map((text) => [...text].filter((character) => isLegal(character.codePointAt(0) ?? 0)).join(''))

/** Whether XML 1.0 has a character (section 2.2, production Char). */
export const isLegal = (codePoint: number): boolean =>
  [0x9, 0xa, 0xd].includes(codePoint) ||
  (codePoint >= 0x20 && codePoint <= 0xd7ff) ||
  (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
  codePoint >= 0x10000

// Keys stand in addresses too.
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
