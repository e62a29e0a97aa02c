/** Reads the keywords of schemas: those of JSON Schema and those of this project (vocabulary.ts). */
import type { TProperties, TSchema } from 'typebox'
import { membersOf } from './rows.ts'
import type { AnyList, AnyModel } from './models.ts'
import type { Lexical } from './vocabulary.ts'

/** The keywords that a schema can have. TypeBox's type of all schemas, TSchema, has none of them. */
export interface Keywords {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly format?: string
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly contentMediaType?: string
  readonly lexical?: Lexical
  readonly link?: string | null
  readonly key?: string
  readonly file?: boolean
  readonly web?: boolean
  readonly rows?: AnyModel
  readonly values?: TSchema
  readonly names?: readonly string[]
  readonly personal?: boolean | readonly string[]
  readonly pageSize?: number
  readonly scope?: 'blog'
  readonly unfilled?: boolean
  readonly nullable?: boolean
  /** Whether it is a list of texts, separated by commas. Such a parameter may be repeated. */
  readonly list?: boolean
  /** The value that an empty text stands for in a PUT. Without it, an empty text stands for itself. */
  readonly whenEmpty?: string | null
}

/** Returns the keywords of a schema; none for undefined. */
export const keywordsOf = (schema: TSchema | undefined): Keywords => ({ ...schema })

/** Returns the names of an object schema's required properties. */
export const requiredOf = (schema: TSchema): readonly string[] => keywordsOf(schema).required ?? []

/** Returns whether an empty text is a legal value of a property. */
export const allowsEmptyText = (schema: TSchema): boolean => {
  const { type, minLength, contentMediaType } = keywordsOf(schema)
  return type === 'string' && minLength === undefined && contentMediaType !== 'application/json'
}

/** Returns the property schemas of an object schema; empty for anything else. */
export const propertiesOf = (schema: unknown): TProperties => {
  const isSchema = (entry: [string, unknown]): entry is [string, TSchema] => typeof entry[1] === 'object'
  return Object.fromEntries(Object.entries(membersOf(membersOf(schema).properties)).filter(isSchema))
}

/** Returns the values that a schema allows; empty if it does not list them. */
export const legalValuesOf = (schema: TSchema): readonly unknown[] => {
  const { const: onlyValue, enum: values, anyOf } = keywordsOf(schema)
  if (onlyValue !== undefined) return [onlyValue]
  if (values !== undefined || anyOf === undefined) return values ?? []
  const constants = anyOf.map((option) => keywordsOf(option).const)
  return constants.includes(undefined) ? [] : constants
}

/** The schema of a document: a model or a list. */
export type DocumentSchema = AnyModel | AnyList

/** Returns whether a schema is a list, not a model. */
export const isList = (schema: DocumentSchema): schema is AnyList => 'listWire' in schema

/** Returns whether a schema is a model or a list, not plain JSON Schema. */
const isDocument = (schema: unknown): schema is DocumentSchema =>
  typeof schema === 'object' && schema !== null && ('wire' in schema || 'listWire' in schema)

/** Returns the document schemas of a response schema: itself, the members of a union, or none. */
export const documentsIn = (schema: unknown): readonly DocumentSchema[] => {
  if (isDocument(schema)) return [schema]
  const { anyOf } = membersOf(schema)
  return Array.isArray(anyOf) ? anyOf.filter(isDocument) : []
}

/** Returns whether a schema is a model, not a list. */
export const isModel = (schema: unknown): schema is AnyModel => isDocument(schema) && !isList(schema)
