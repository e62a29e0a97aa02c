/**
 * Types of properties that all schemas are built from. Annotations state how documents show a value: `lexical` is the
 * kind of wire text, `link` the address template of a link's target (models.ts).
 */
import { Type, type Static, type TSchema } from 'typebox'

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

/** Number of changes to an item. Models with this property are `version`ed by it, and show it on request only. */
export const Version = Count('Number of changes to the item')

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
export const LinkByKey = (link: string, description: string, options: { examples?: string[] } = {}) =>
  Type.String({ ...Key(description, options), link, key: 'Key' })

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
