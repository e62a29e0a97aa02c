/** Reads a schema once into the parts that the XML and JSON writers are compiled from. */
import type { TSchema } from 'typebox'
import type { AnyList, AnyModel, Lexical } from '../../../schemas/language/vocabulary.ts'
import { printDecimal, printFlag, toXmlText } from '../../../schemas/language/lexical.ts'
import { compileAddress, variablesOf, type Address, type Place } from './template.ts'

/** How one value is spelled: as text, and as a JSON literal when values are typed. */
export interface Spelling {
  readonly text: (value: unknown, place: Place) => string
  readonly typed: (value: unknown) => string
  /** Whether the text may hold characters that a document must escape. */
  readonly free: boolean
}

/** What every part has: its name, and whether it is shown only when X-Filter names it. */
interface Named {
  readonly name: string
  readonly onRequest: boolean
}

/** A property written as an element or, in a list's head, as an attribute. */
export interface ValuePart extends Named {
  readonly kind: 'value'
  readonly spelling: Spelling
}
/** A link to an item: its address if it has one, and its target's key or, when it is expanded, its target's plan. */
export interface LinkPart extends Named {
  readonly kind: 'link'
  readonly key: string
  readonly spelling: Spelling
  readonly address: Address | null
  /** The address template, by which the target's model is found. */
  readonly template: string | null
  readonly target: ItemPlan | null
}
/** A link without a value of its own: a sub-resource, or a file. */
export interface DoorPart extends Named {
  readonly kind: 'door'
  readonly address: Address
  readonly of: string | null
}
/** Rows inside an item, written as `<name><child>…</child></name>`. */
export interface RowsPart extends Named {
  readonly kind: 'rows'
  readonly child: ItemPlan
}
/** Plain values inside an item, written as `<name><Value>…</Value></name>`. */
export interface ValuesPart extends Named {
  readonly kind: 'values'
  readonly spelling: Spelling
}
export type Part = ValuePart | ValuesPart | LinkPart | DoorPart | RowsPart

export interface ItemPlan {
  readonly kind: 'item'
  readonly model: AnyModel
  readonly name: string
  readonly namespace: string | null
  readonly typed: boolean
  readonly self: Address | null
  /** The properties that make up its address. */
  readonly identity: readonly string[]
  readonly parts: readonly Part[]
  /** What a row that is marked as `Trimmed` shows instead, whatever else is selected. */
  readonly trimmed: ItemPlan | null
}

export interface ListPlan {
  readonly kind: 'list'
  readonly name: string
  readonly attributes: readonly ValuePart[]
  /** What each child shows; a child with an address shows only that. */
  readonly child: ItemPlan
  /** What a child can show when X-Filter asks for it. */
  readonly full: readonly Part[]
  readonly trimmed: ItemPlan | null
}

export type Plan = ItemPlan | ListPlan

/**
 * The plan of a model or a list.
 * @param module the configured module name
 */
export const planOf = (schema: AnyModel | AnyList, module: string): Plan =>
  isList(schema) ? listPlan(schema, module) : itemPlan(schema, module)

/** The plan of what is shown without X-Filter. */
export const byDefault = (plan: Plan): Plan =>
  plan.kind === 'item' ? { ...plan, parts: plan.parts.filter(({ onRequest }) => !onRequest) } : plan

const listPlan = ({ listWire, properties: { items, ...attributes } }: AnyList, module: string): ListPlan => {
  const {
    name,
    child: { model, self }
  } = listWire
  const item = itemPlan(model, module)
  const { parts, trimmed } = item
  return {
    kind: 'list',
    name,
    attributes: Object.entries(attributes).map(([name, property]) => ({
      kind: 'value',
      name,
      onRequest: false,
      spelling: spellingOf(property)
    })),
    child:
      self === null
        ? { ...item, self: null, parts: parts.filter(({ onRequest }) => !onRequest) }
        : { ...item, self: compileAddress(self, module), identity: variablesOf(self), parts: [], trimmed: null },
    full: parts,
    trimmed
  }
}

/** The plan of an item with everything it can show. */
export const itemPlan = (model: AnyModel, module: string): ItemPlan => {
  const { wire, properties } = model
  return {
    kind: 'item',
    model,
    name: wire.name,
    namespace: wire.namespace ?? null,
    typed: wire.typed ?? false,
    self: wire.self === null ? null : compileAddress(wire.self, module),
    identity: wire.self === null ? [] : variablesOf(wire.self),
    parts: [
      ...Object.entries(properties).map(([name, property]) =>
        fieldPart({ name, onRequest: wire.onRequest.includes(name) }, property, module)
      ),
      ...Object.entries(wire.subresources).map(([name, template]): DoorPart => ({
        kind: 'door',
        name,
        onRequest: false,
        address: compileAddress(template, module),
        of: null
      }))
    ],
    trimmed: wire.trimmed === undefined ? null : itemPlan(wire.trimmed, module)
  }
}

/** What a property's schema says of how it is shown. */
interface Annotations {
  lexical?: Lexical
  rows?: AnyModel
  values?: TSchema
  file?: boolean
  web?: boolean
  link?: string | null
  key?: string
}

const fieldPart = (named: Named, property: TSchema, module: string): Part => {
  const { rows, values, file, web, link = null, key }: Annotations = { ...property }
  const { name } = named
  if (rows !== undefined) return { ...named, kind: 'rows', child: itemPlan(rows, module) }
  if (values !== undefined) return { ...named, kind: 'values', spelling: spellingOf(values) }
  if (file) return { ...named, kind: 'door', address: web ? webAddress(name) : fileAddress(name), of: name }
  const spelling = spellingOf(property)
  if (key === undefined) return { ...named, kind: 'value', spelling }
  const address = link === null ? null : compileAddress(link, module)
  return { ...named, kind: 'link', key, spelling, address, template: link, target: null }
}

/** A file's address lies beside the resource tree, and never carries a document's extension. */
const fileAddress =
  (name: string): Address =>
  (row, { root }) =>
    root.slice(0, -'resources/'.length) + encodeURI(String(row[name])).replace(/[?#]/g, encodeURIComponent)

/** An address somewhere on the web is shown as it is, as far as a document can carry it. */
const webAddress =
  (name: string): Address =>
  (row) =>
    toXmlText(String(row[name]))

const spellingOf = (property: TSchema): Spelling => {
  const { lexical = 'text' }: Annotations = { ...property }
  return spellings[lexical]
}

const text = (value: unknown) => String(value)
const decimal = (value: unknown) => printDecimal(String(value))
const quoted = (value: unknown) => JSON.stringify(typeof value === 'string' ? toXmlText(value) : value)

const spellings: { readonly [K in Lexical]: Spelling } = {
  integer: { text, typed: text, free: false },
  decimal: { text: decimal, typed: decimal, free: false },
  flag: { text: (value, { typed }) => (typed ? text(value) : printFlag(value === true)), typed: text, free: false },
  text: { text, typed: quoted, free: true },
  moment: {
    text: (value, { typed, printMoment }) =>
      value instanceof Date ? (typed ? value.toISOString() : printMoment(value)) : text(value),
    typed: quoted,
    free: true
  }
}

/** Whether a schema is a list. */
export const isList = (schema: AnyModel | AnyList): schema is AnyList => 'listWire' in schema

/** Whether a response schema is one of ours: a model or a list. */
export const isDocument = (schema: unknown): schema is AnyModel | AnyList =>
  typeof schema === 'object' && schema !== null && ('wire' in schema || 'listWire' in schema)
