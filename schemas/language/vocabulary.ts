/**
 * The words every schema is written in. A model's `Static` type is the row the database gives; its
 * annotations say how that row is shown: `lexical` the text form, `link` where a value points to,
 * `wire` the element's name, own address and sub-resources. Addresses are templates below
 * `/resources/`: `{Module}` is the configured module name, any other `{Name}` a property of the row.
 */
import { Type, type Static, type TArray, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox'

/** The largest id and counter: PostgreSQL's `integer`. */
export const MAX_INTEGER = 2147483647

/** How a value is spelled in XML and in untyped JSON (spec 2.3 to 2.5, `lexical.ts`). */
export type Lexical = 'integer' | 'decimal' | 'flag' | 'text' | 'moment'

/** An identifier given by the database. */
export const Id = (description = 'Identifier') =>
  Type.Integer({ lexical: 'integer', minimum: 1, maximum: MAX_INTEGER, description })

/** A text that is itself an identifier, such as `wrapup`. */
export const Key = (description = 'Key', options: { examples?: string[] } = {}) =>
  Type.String({ lexical: 'text', format: 'xml-text', minLength: 1, maxLength: 100, description, ...options })

/** A whole number. */
export const Count = (description: string) =>
  Type.Integer({ lexical: 'integer', minimum: 0, maximum: MAX_INTEGER, description })

/** An exact decimal number, carried as text so that no digit is lost: `12.0`, `12.5`. */
export const Decimal = (description: string) => Type.Unsafe<string>({ type: 'number', lexical: 'decimal', description })

/** `True` or `False`. */
export const Flag = (description: string) => Type.Boolean({ lexical: 'flag', description })

/** A text without the characters that XML 1.0 forbids. */
export const Text = (
  description: string,
  options: { maxLength?: number; examples?: string[]; clearable?: boolean } = {}
) => Type.String({ lexical: 'text', format: 'xml-text', description, ...options })

/** A text that may not be empty. */
export const FilledText = (description: string, options: { maxLength: number; examples?: string[] }) =>
  Type.String({ ...Text(description, options), minLength: 1 })

/** Count of an item's changes. Its entity tags begin with it; models that have it name it as their `version`. */
export const Version = () => Count('How often the item has changed')

/** A property that existing clients name in X-Filter, but that nothing fills yet: no column holds it. */
export const Unfilled = (description: string) =>
  Type.Optional(Type.String({ lexical: 'text', unfilled: true, description }))

/** A point in time: `M/D/YY h:mm AM/PM`, UTC. */
export const Moment = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', lexical: 'moment', description })

/** A link to an item with a numeric id: attribute `href`, child `Id`. Without an address only the child is shown. */
export const LinkById = (link: string, description: string) =>
  Type.Integer({ lexical: 'integer', link, key: 'Id', minimum: 1, maximum: MAX_INTEGER, description })

/** A link to an item with a text key: attribute `href`, child `Key`. */
export const LinkByKey = (link: string, description: string) =>
  Type.String({ lexical: 'text', link, key: 'Key', description })

/** A value that names an item which has no address of its own: only the child is shown. */
export const Reference = (key: string, description: string) =>
  Type.String({ lexical: 'text', link: null, key, description })

/** A link to a file of the service: attribute `href` only. The value is the path below the service's base. */
export const FileLink = (description: string) => Type.String({ file: true, description })

/** A link to somewhere on the web: attribute `href` only. The value is the whole address. */
export const WebLink = (description: string) => Type.String({ file: true, web: true, description })

/** An address on the web that a client sends: as text, as a link that shows it, or empty for none. */
export const WebAddress = (description: string, maxLength: number) =>
  Type.String({ format: 'web-address', web: true, clearable: true, maxLength, description })

/** Plain texts inside an item, written as `<name><Value>…</Value></name>`. */
export const Texts = (description: string) => valuesOf(Type.String({ lexical: 'text' }), description)

/** Plain whole numbers inside an item, written as texts are. */
export const Counts = (description: string) => valuesOf(Type.Integer({ lexical: 'integer' }), description)

const valuesOf = <V extends TSchema>(values: V, description: string) => Type.Array(values, { values, description })

/** Rows inside an item, written as `<name><child>…</child></name>` with the child named by its model. */
export const Rows = <P extends TProperties>(rows: Model<P>, description: string) =>
  Type.Array(rows, { rows, description })

/** How a model's document is written. */
export interface Wire {
  /** Element name. */
  readonly name: string
  /** Address of the item, or null when it has none. */
  readonly self: string | null
  /** Sub-resource links, in document order: element name to address. */
  readonly doors: Readonly<Record<string, string>>
  /** Properties that are shown only when X-Filter names them. */
  readonly onRequest: readonly string[]
  /** XML namespace of the document, for forms that a standard gives. */
  readonly namespace?: string
  /** Whether JSON shows numbers and booleans as such whatever the client asked, for forms that a standard gives. */
  readonly typed?: boolean
  /** What a row that is marked as `Trimmed` shows instead: what a reader needs to drop the item. */
  readonly trimmed?: AnyModel
  /** The flag without which an item is a draft, which no cache on the way may store. */
  readonly draftUnless?: string
  /** The number that every change of an item raises: its entity tags begin with it, and `If-Match` compares it. */
  readonly version?: string
}

/** An item: an object schema with its wire form. */
export type Model<P extends TProperties> = TObject<P> & { readonly wire: Wire }

/** Any item, whatever its fields. */
export interface AnyModel extends TSchema {
  readonly properties: TProperties
  readonly wire: Wire
}

/**
 * Declares an item.
 * @param name element name
 * @param self address template of the item, null when it has none
 * @param fields properties in document order
 * @param doors sub-resource links, which follow the fields
 * @param form properties shown only on request; what a standard asks, for documents such as RFC 9457's
 */
export const model = <P extends TProperties>(
  name: string,
  self: string | null,
  fields: P,
  doors: Readonly<Record<string, string>> = {},
  form: Partial<Omit<Wire, 'name' | 'self' | 'doors'>> = {}
): Model<P> =>
  Object.assign(Type.Object(fields, { additionalProperties: false }), {
    wire: { name, self, doors, onRequest: [], ...form }
  })

/** Body of a changed item: some properties of the body that makes one. Absent properties keep their values. */
export const edited = <P extends TProperties>(made: Model<P>) =>
  Object.assign(model(made.wire.name, null, Type.Partial(made).properties), { minProperties: 1 })

/** The names of the properties an address template takes from the row. */
export type Variables<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'Module'> | Variables<Rest>
  : never

/** What a list needs of each of its items: the properties of the item's address, or the whole item when it has none. */
export type ListedRow<M extends AnyModel, Self> = Self extends string
  ? Pick<Static<M>, Extract<Variables<Self>, keyof Static<M>>>
  : Static<M>

/** How a list's document is written. */
export interface ListWire {
  readonly name: string
  readonly child: { readonly model: AnyModel; readonly self: string | null }
  /** The parameter that asks for what follows an item, and the item's property it is compared with. */
  readonly keyset: { readonly parameter: string; readonly property: string } | null
}

/** A list: attributes in document order, then `items`. */
export type ListModel<A extends TProperties, Row> = TObject<A & { items: TArray<TUnsafe<Row>> }> & {
  readonly listWire: ListWire
}

/** Any list, whatever its attributes and items. */
export interface AnyList extends TSchema {
  readonly properties: TProperties
  readonly listWire: ListWire
}

/**
 * Declares a list of links to items; items without an address are written in full.
 * @param name element name, such as `BlogList`
 * @param item the model of its items
 * @param self address of an item as seen from this list, null for items written in full
 * @param attributes optional list attributes in document order
 * @param keyset how the page after an item is asked for, where it is not by offset
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
