/**
 * Items and lists that all schemas are built from. A model's `Static` type is the row that a query returns. Its `Wire`
 * states how documents show the row: the element's name, own address and sub-resources. Addresses are templates below
 * `/resources/`: `{Module}` is the configured module name, any other `{Name}` a property of the row.
 */
import { Type, type Static, type TArray, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox'
import { Version } from './vocabulary.ts'

/** The views of items in pages. plugins/pages has them. */
export type ViewName = 'post' | 'removedPost'

/** Addresses that readers of an item use, outside of the resource tree, as templates below the base URL. */
export interface ReaderAddresses {
  readonly page: string
  readonly feeds: Readonly<
    Record<'atom' | 'json', { readonly path: string; readonly type: string; readonly title: string }>
  >
  /** The property without which an item has no such addresses. */
  readonly onlyIf: string
  /** The property with which an item has no such addresses. */
  readonly unless: string
}

/** Properties of a model's document that JSON Schema has no keywords for. */
export interface Wire {
  /** Element name. */
  readonly name: string
  /** Address template of the item, null if it has no address. */
  readonly self: string | null
  /** Sub-resource links, in document order: address template by element name. */
  readonly subresources: Readonly<Record<string, string>>
  /** Properties that are shown only when X-Filter names them. */
  readonly onRequest: readonly string[]
  /** Those of them that X-Filter shows only to requests with a session. */
  readonly forSessions?: readonly string[]
  /** XML namespace of the document, if a standard defines one. */
  readonly namespace?: string
  /** Whether JSON always has numbers and booleans, even without `X-Format-Values: typed`, as RFC 9457 requires. */
  readonly typed?: boolean
  /** Model for rows marked as `Trimmed`: the properties by which a client removes an item that left the list. */
  readonly trimmed?: AnyModel
  /** Name of a flag. While it is false, the item is a draft, which shared caches must not store. */
  readonly draftUnless?: string
  /** Kind of the Cache-Control of documents with such items; by default that of reference data. */
  readonly cacheAs?: 'live' | 'post'
  /** Addresses for readers of the item, outside of the resource tree. */
  readonly readers?: ReaderAddresses
  /** Name of the view that pages show such items with. Without it, they show a list of the item's properties. */
  readonly view?: ViewName
  /** Name of the number that grows with each change to an item. Entity tags begin with it; `If-Match` compares it. */
  readonly version?: string
}

/** Schema of an item: an object schema with its `Wire`. */
export type Model<P extends TProperties> = TObject<P> & { readonly wire: Wire }

/** Schema of any item. */
export interface AnyModel extends TSchema {
  readonly properties: TProperties
  readonly wire: Wire
  /** Whether requests may leave out this body. */
  readonly optional?: boolean
}

/**
 * Declares an item.
 * @param name element name
 * @param self address template of the item, null if it has no address
 * @param fields properties in document order
 * @param subresources sub-resource links, which follow the fields: address template by element name
 * @param options the other properties of `Wire`
 */
export const model = <P extends TProperties>(
  name: string,
  self: string | null,
  fields: P,
  subresources: Readonly<Record<string, string>> = {},
  options: Partial<Omit<Wire, 'name' | 'self' | 'subresources'>> = {}
): Model<P> =>
  Object.assign(Type.Object(fields, { additionalProperties: false }), {
    wire: {
      name,
      self,
      subresources,
      onRequest: [],
      ...options,
      ...(fields['Version'] === Version && versioned(options))
    }
  })

const versioned = ({ onRequest = [] }: Partial<Wire>) => ({ onRequest: [...onRequest, 'Version'], version: 'Version' })

/**
 * Declares the body of a PUT: at least one property of the body of the POST. Absent properties keep their values.
 * @param postBody body that creates an item
 */
export const edited = <P extends TProperties>(postBody: Model<P>) =>
  Object.assign(model(postBody.wire.name, null, Type.Partial(postBody).properties), { minProperties: 1 })

/** Declares that requests may leave out a body, none of whose properties is required. */
export const optional = <B extends AnyModel>(body: B): B => Object.assign(body, { optional: true })

/** Names of the row's properties in an address template. */
export type Variables<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'Module'> | Variables<Rest>
  : never

/** Row of an item in a list: the properties of its address, or all properties if it has no address. */
export type ListedRow<M extends AnyModel, Self> = Self extends string
  ? Pick<Static<M>, Extract<Variables<Self>, keyof Static<M>>>
  : Static<M>

/** Properties of a list's document that JSON Schema has no keywords for. */
export interface ListWire {
  readonly name: string
  readonly child: { readonly model: AnyModel; readonly self: string | null }
  /** For paging by key: parameter of links to the next page, and the property of the last item that is its value. */
  readonly keyset: { readonly parameter: string; readonly property: string } | null
}

/** Schema of a list: attributes in document order, then `items`. */
export type ListModel<A extends TProperties, Row> = TObject<A & { items: TArray<TUnsafe<Row>> }> & {
  readonly listWire: ListWire
}

/** Schema of any list. */
export interface AnyList extends TSchema {
  readonly properties: TProperties
  readonly listWire: ListWire
}

/**
 * Declares a list of links to items. Items without an address are written in full.
 * @param name element name, such as `BlogList`
 * @param self address template of an item as seen from this list, null for items written in full
 * @param attributes optional list attributes in document order
 * @param keyset parameter and property for paging by key; null for paging by offset
 */
export const listOf = <M extends AnyModel, Self extends string | null, A extends TProperties>(
  name: string,
  item: M,
  self: Self,
  attributes: A,
  keyset: ListWire['keyset'] = null
): ListModel<A, ListedRow<M, Self>> =>
  Object.assign(
    Type.Object(
      { ...attributes, items: Type.Array(Type.Unsafe<ListedRow<M, Self>>(item)) },
      { additionalProperties: false }
    ),
    { listWire: { name, child: { model: item, self }, keyset } }
  )

/** A list of rows inside an item, written as `<name><child>…</child></name>`. The model names the child element. */
export const Rows = <P extends TProperties>(rows: Model<P>, description: string) =>
  Type.Array(rows, { rows, description })
