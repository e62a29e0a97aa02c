/**
 * Types of properties, items and lists that all schemas are built from. A model's `Static` type is the row that a
 * query returns. Annotations state how documents show the row: `lexical` is the kind of wire text, `link` the address
 * template of a link's target, `wire` the element's name, own address and sub-resources. Addresses are templates
 * below `/resources/`: `{Module}` is the configured module name, any other `{Name}` a property of the row.
 */
import { Type, type Static, type TArray, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox'
import type { ReaderAddresses } from './readers.ts'

/** Largest id and counter: the maximum of PostgreSQL's `integer`. */
export const MAX_INTEGER = 2147483647

/** Kind of a value's wire text in XML and in untyped JSON (docs/spec.md, sections 2.3 to 2.5; `lexical.ts`). */
export type Lexical = 'integer' | 'decimal' | 'flag' | 'text' | 'moment'

/** An identifier that the database assigns. */
export const Id = (description = 'Identifier') =>
  Type.Integer({ lexical: 'integer', minimum: 1, maximum: MAX_INTEGER, description })

/** The id of the blog that a route belongs to, in its path. Its documents depend on the blog. */
export const BlogId = () => Type.Integer({ ...Id('Blog identifier'), scope: 'blog' })

/** A text that identifies an item, such as `wrapup`. */
export const Key = (description = 'Key', options: { examples?: string[] } = {}) =>
  Type.String({ lexical: 'text', format: 'xml-text', minLength: 1, maxLength: 100, description, ...options })

/** A whole number. */
export const Count = (description: string) =>
  Type.Integer({ lexical: 'integer', minimum: 0, maximum: MAX_INTEGER, description })

/** An exact decimal number. Its type is string, because a JavaScript number could lose digits: `12.0`, `12.5`. */
export const Decimal = (description: string) => Type.Unsafe<string>({ type: 'number', lexical: 'decimal', description })

/** `True` or `False`. */
export const Flag = (description: string) => Type.Boolean({ lexical: 'flag', description })

/** A text without the characters that XML 1.0 forbids. */
export const Text = (description: string, options: { maxLength?: number; examples?: string[] } = {}) =>
  Type.String({ lexical: 'text', format: 'xml-text', description, ...options })

/** A text that may contain HTML. Documents contain it as sent; pages show only the elements that are safe. */
export const Markup = (description: string, options: { maxLength?: number } = {}) =>
  Type.String({ ...Text(description, options), contentMediaType: 'text/html' })

/** A text with at least one character. */
export const FilledText = (description: string, options: { maxLength: number; examples?: string[] }) =>
  Type.String({ ...Text(description, options), minLength: 1 })

/** Number of changes to an item. Entity tags begin with it. A model with this property sets `version` in its `Wire`. */
export const Version = () => Count('Number of changes to the item')

/** A property that existing clients name in X-Filter, but that is always absent: no column has it. */
export const Unfilled = (description: string) =>
  Type.Optional(Type.String({ lexical: 'text', unfilled: true, description }))

/** A point in time, shown as `M/D/YY h:mm AM/PM` in UTC. */
export const Moment = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', lexical: 'moment', description })

/** A link to an item with a numeric id, shown as attribute `href` and child `Id`. */
export const LinkById = (link: string, description: string) =>
  Type.Integer({ lexical: 'integer', link, key: 'Id', minimum: 1, maximum: MAX_INTEGER, description })

/** A link to an item with a text key, shown as attribute `href` and child `Key`. */
export const LinkByKey = (link: string, description: string) =>
  Type.String({ lexical: 'text', link, key: 'Key', minLength: 1, description })

/** A reference to an item without an address: shown as the child `key`, without `href`. */
export const Reference = (key: string, description: string) =>
  Type.String({ lexical: 'text', link: null, key, description })

/** A link to a file of the service, shown as attribute `href` only. The value is the path below the base URL. */
export const FileLink = (description: string) => Type.String({ file: true, description })

/** A link to another website, shown as attribute `href` only. The value is the whole address. */
export const WebLink = (description: string) => Type.String({ file: true, web: true, description })

/** A web address that a client sends: a text, or a link such as `{ "href": … }`. */
export const WebAddress = (description: string, maxLength: number) =>
  Type.String({ format: 'web-address', web: true, maxLength, description })

/** A point in time that a client sends. */
export const SentMoment = (description: string) => Type.String({ format: 'moment', description })

/** A property of a body that an item can be without: in a PUT, an empty text, or null in JSON, removes its value. */
export const Clearable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, nullable: true, whenEmpty: null })

/** A list of texts inside an item, written as `<name><Value>…</Value></name>`. */
export const Texts = (description: string) => valuesOf(Type.String({ lexical: 'text' }), description)

/** A list of whole numbers inside an item, written as `<name><Value>…</Value></name>`. */
export const Counts = (description: string) => valuesOf(Type.Integer({ lexical: 'integer' }), description)

const valuesOf = <V extends TSchema>(values: V, description: string) => Type.Array(values, { values, description })

/** A list of rows inside an item, written as `<name><child>…</child></name>`. The model names the child element. */
export const Rows = <P extends TProperties>(rows: Model<P>, description: string) =>
  Type.Array(rows, { rows, description })

/** The views of items in pages. plugins/pages has them. */
export type ViewName = 'post' | 'removedPost'

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
    wire: { name, self, subresources, onRequest: [], ...options }
  })

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
