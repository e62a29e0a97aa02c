/** Turns a schema into a plan: the parts of a document in order. The XML and JSON writers are compiled from it. */
import type { TSchema } from 'typebox'
import { isList, keywordsOf, type DocumentSchema } from '../../schemas/language/keywords.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
import {
  compileAddress,
  variablesOf,
  type Address,
  wireTexts,
  type WireText,
  webAddress,
  fileAddress
} from './template.ts'

/** Properties of every part. */
interface Named {
  readonly name: string
  /** Whether the part is shown only if X-Filter names it. */
  readonly onRequest: boolean
  /** Whether X-Filter shows it only to requests with a session. */
  readonly forSessions: boolean
}

/** A property of an item, written as an element, or of a list, written as an attribute. */
export interface ValuePart extends Named {
  readonly kind: 'value'
  readonly wireText: WireText
}
/** A link to an item. Shows the target's address, if it has one, and its key or, if X-Filter expands it, its parts. */
export interface LinkPart extends Named {
  readonly kind: 'link'
  /** Name of the target's property that the link shows, such as `Id`. */
  readonly key: string
  readonly wireText: WireText
  readonly address: Address | null
  /** The address template. The model of the target is looked up by it. */
  readonly template: string | null
  /** The plan of the target if X-Filter expands the link. */
  readonly target: ItemPlan | null
}
/** A link that shows only an address: of a sub-resource, a file or a web page. */
export interface HrefPart extends Named {
  readonly kind: 'href'
  readonly address: Address
  /** The property that holds the address of the file or web page; null for sub-resources, which every item has. */
  readonly property: string | null
  readonly target: Target
}
/** The kind of a link's target. Addresses of files and web pages may contain characters that must be escaped. */
export type Target =
  | { readonly kind: 'item' | 'file' | 'web' }
  /** The address template is below `/resources/`. */
  | { readonly kind: 'subresource'; readonly template: string }
/** Rows inside an item, written as `<name><child>…</child></name>`. */
export interface RowsPart extends Named {
  readonly kind: 'rows'
  readonly child: ItemPlan
}
/** Plain values inside an item, written as `<name><Value>…</Value></name>`. */
export interface ValuesPart extends Named {
  readonly kind: 'values'
  readonly wireText: WireText
}
export type Part = ValuePart | ValuesPart | LinkPart | HrefPart | RowsPart

export interface ItemPlan {
  readonly kind: 'item'
  readonly model: AnyModel
  readonly name: string
  readonly namespace: string | null
  readonly typed: boolean
  readonly self: Address | null
  readonly parts: readonly Part[]
  /** The plan that replaces this one for rows with `Trimmed: true`, with and without X-Filter. */
  readonly trimmed: ItemPlan | null
}

export interface ListPlan {
  readonly kind: 'list'
  readonly name: string
  readonly attributes: readonly ValuePart[]
  /** The plan of each item. Without X-Filter, items with an address show only that. */
  readonly child: ItemPlan
  /** The properties of an item that are variables of its address template. */
  readonly identity: readonly string[]
  /** All parts of an item, for X-Filter to select from. */
  readonly full: readonly Part[]
  readonly trimmed: ItemPlan | null
}

export type Plan = ItemPlan | ListPlan

/**
 * Returns the plan of a model or a list.
 * @param module the configured module name
 */
export const planOf = (schema: DocumentSchema, module: string): Plan =>
  isList(schema) ? listPlan(schema, module) : itemPlan(schema, module)

/** Returns the plan of the document that is shown without X-Filter. */
export const defaultPlan = (plan: Plan): Plan =>
  plan.kind === 'item' ? { ...plan, parts: plan.parts.filter(({ onRequest }) => !onRequest) } : plan

const listPlan = ({ listWire, properties: { items, ...attributes } }: AnyList, module: string): ListPlan => {
  const { name, child } = listWire
  const { self } = child
  const item = itemPlan(child.model, module)
  const { parts, trimmed } = item
  return {
    kind: 'list',
    name,
    attributes: Object.entries(attributes).map(([name, property]) => ({
      kind: 'value',
      name,
      onRequest: false,
      forSessions: false,
      wireText: wireTextOf(property)
    })),
    child:
      self === null
        ? { ...item, self: null, parts: parts.filter(({ onRequest }) => !onRequest) }
        : { ...item, self: compileAddress(self, module), parts: [], trimmed: null },
    identity: self === null ? [] : variablesOf(self),
    full: parts,
    trimmed
  }
}

/** Returns the plan of an item with all its parts, including those that only X-Filter shows. */
export const itemPlan = (model: AnyModel, module: string): ItemPlan => {
  const { wire, properties } = model
  return {
    kind: 'item',
    model,
    name: wire.name,
    namespace: wire.namespace ?? null,
    typed: wire.typed ?? false,
    self: wire.self === null ? null : compileAddress(wire.self, module),
    parts: [
      ...Object.entries(properties).map(([name, property]) =>
        fieldPart(
          { name, onRequest: wire.onRequest.includes(name), forSessions: wire.forSessions?.includes(name) === true },
          property,
          module
        )
      ),
      ...Object.entries(wire.subresources).map(([name, template]): HrefPart => ({
        kind: 'href',
        name,
        onRequest: false,
        forSessions: false,
        address: compileAddress(template, module),
        property: null,
        target: { kind: 'subresource', template }
      }))
    ],
    trimmed: wire.trimmed === undefined ? null : itemPlan(wire.trimmed, module)
  }
}

const fieldPart = (named: Named, property: TSchema, module: string): Part => {
  const { rows, values, file, web, link = null, key } = keywordsOf(property)
  const { name } = named
  if (rows !== undefined) return { ...named, kind: 'rows', child: itemPlan(rows, module) }
  if (values !== undefined) return { ...named, kind: 'values', wireText: wireTextOf(values) }
  if (file) {
    const address = web ? webAddress(name) : fileAddress(name)
    return { ...named, kind: 'href', address, property: name, target: { kind: web ? 'web' : 'file' } }
  }
  const wireText = wireTextOf(property)
  if (key === undefined) return { ...named, kind: 'value', wireText }
  const address = link === null ? null : compileAddress(link, module)
  return { ...named, kind: 'link', key, wireText, address, template: link, target: null }
}

const wireTextOf = (property: TSchema): WireText => {
  const { lexical = 'text', contentMediaType } = keywordsOf(property)
  return wireTexts[contentMediaType === 'text/html' ? 'markup' : lexical]
}
