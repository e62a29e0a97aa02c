/** Reads a schema once into the parts that the XML and JSON writers are compiled from. */
import type { TProperties, TSchema } from 'typebox'
import type { AnyList, AnyModel, Lexical } from '../../schemas/vocabulary.ts'
import { printDecimal, printFlag, printMoment } from '../../schemas/lexical.ts'
import { compileAddress, type Address } from './template.ts'

/** How one value is spelled: as text, and as a JSON literal when values are typed. */
export interface Spelling {
  readonly text: (value: unknown) => string
  readonly typed: (value: unknown) => string
}

/** A property written as an element or, in a list's head, as an attribute. */
export interface ValuePart { readonly kind: 'value', readonly name: string, readonly spelling: Spelling }
/** A link to another item: address (unless it has none) and the key of its target. */
export interface LinkPart { readonly kind: 'link', readonly name: string, readonly key: string, readonly spelling: Spelling, readonly address: Address | null }
/** A link without a value of its own: a sub-resource, or a file. */
export interface DoorPart { readonly kind: 'door', readonly name: string, readonly address: Address, readonly of: string | null }
/** Rows inside an item, written as `<name><child>…</child></name>`. */
export interface RowsPart { readonly kind: 'rows', readonly name: string, readonly child: ItemPlan }
export type Part = ValuePart | LinkPart | DoorPart | RowsPart

export interface ItemPlan {
  readonly kind: 'item'
  readonly name: string
  readonly namespace: string | null
  readonly typed: boolean
  readonly self: Address | null
  readonly parts: readonly Part[]
}

export interface ListPlan {
  readonly kind: 'list'
  readonly name: string
  readonly attributes: readonly ValuePart[]
  /** What each child shows; a child with an address shows only that. */
  readonly child: ItemPlan
}

export type Plan = ItemPlan | ListPlan

/**
 * The plan of a model or a list.
 * @param module the configured module name
 */
export const planOf = (schema: AnyModel | AnyList, module: string): Plan =>
  isList(schema) ? listPlan(schema, module) : itemPlan(schema, module)

const listPlan = (schema: AnyList, module: string): ListPlan => {
  const { name, child: { model, self } } = schema.listWire
  const item = itemPlan(model, module)
  return {
    kind: 'list',
    name,
    attributes: Object.entries(schema.properties)
      .filter(([attribute]) => attribute !== 'items')
      .map(([attribute, property]) => ({ kind: 'value', name: attribute, spelling: spellingOf(property) })),
    child: self === null ? { ...item, self: null } : { ...item, self: compileAddress(self, module), parts: [] }
  }
}

const itemPlan = ({ wire, properties }: AnyModel, module: string): ItemPlan => ({
  kind: 'item',
  name: wire.name,
  namespace: wire.namespace ?? null,
  typed: wire.typed ?? false,
  self: wire.self === null ? null : compileAddress(wire.self, module),
  parts: [...fieldParts(properties, module), ...doorParts(wire.doors, module)]
})

const fieldParts = (properties: TProperties, module: string): Part[] =>
  Object.entries(properties).map(([name, property]) => fieldPart(name, property, module))

const fieldPart = (name: string, property: TSchema, module: string): Part => {
  if ('rows' in property && isModel(property.rows)) return { kind: 'rows', name, child: itemPlan(property.rows, module) }
  if ('file' in property) return { kind: 'door', name, address: fileAddress(name), of: name }
  const spelling = spellingOf(property)
  if (!('link' in property) || !('key' in property)) return { kind: 'value', name, spelling }
  const address = typeof property.link === 'string' ? compileAddress(property.link, module) : null
  return { kind: 'link', name, key: String(property.key), spelling, address }
}

const doorParts = (doors: Readonly<Record<string, string>>, module: string): Part[] =>
  Object.entries(doors).map(([name, template]) => ({ kind: 'door', name, address: compileAddress(template, module), of: null }))

/** A file's address lies beside the resource tree, and never carries a document's extension. */
const fileAddress = (name: string): Address => (row, { root }) => new URL(`../${String(row[name])}`, root).href

const spellingOf = (property: TSchema): Spelling =>
  spellings['lexical' in property && isLexical(property.lexical) ? property.lexical : 'text']

const text = (value: unknown) => String(value)
const quoted = (value: unknown) => JSON.stringify(value)

const spellings: { readonly [K in Lexical]: Spelling } = {
  integer: { text, typed: text },
  decimal: { text: (value) => printDecimal(String(value)), typed: (value) => printDecimal(String(value)) },
  flag: { text: (value) => printFlag(value === true), typed: text },
  text: { text, typed: quoted },
  moment: {
    text: (value) => value instanceof Date ? printMoment(value) : text(value),
    typed: (value) => quoted(value instanceof Date ? value.toISOString() : value)
  }
}

const isLexical = (value: unknown): value is Lexical => typeof value === 'string' && value in spellings
const isModel = (value: unknown): value is AnyModel => typeof value === 'object' && value !== null && 'wire' in value

/** Whether a schema is a list. */
export const isList = (schema: AnyModel | AnyList): schema is AnyList => 'listWire' in schema

/** Whether a response schema is one of ours: a model or a list. */
export const isDocument = (schema: unknown): schema is AnyModel | AnyList =>
  typeof schema === 'object' && schema !== null && ('wire' in schema || 'listWire' in schema)
