/** Reads values of JSON documents whose writers may have made mistakes: a value of another type counts as absent. */

import { parseMoment } from '../../schemas/language/lexical.ts'
import { isPlainObject, objectFrom } from '../../schemas/language/rows.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Reads a JSON object, with headers for the request. @throws Error if it cannot be read */
export type GetJson = (address: URL, headers?: Readonly<Record<string, string>>) => Promise<JsonObject>

/** Values that a document may have. Honest ones have fewer, and parsing eight million brackets takes seconds. */
const MAX_VALUES = 500_000

/**
 * Parses a document of another service. Returns undefined if it is no JSON object.
 * @throws Error if it has too many values
 */
export const documentFrom = (json: string): JsonObject | undefined => {
  let values = 0
  let isQuoted = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) at += character === '\\' ? 1 : 0
    else if (character === ',' || character === '[' || character === '{') values += 1
  }
  if (values > MAX_VALUES) throw new Error(`The document has more than ${MAX_VALUES} values`)
  return objectFrom(json)
}

export const objectIn = (object: JsonObject, key: string): JsonObject | undefined => {
  const { [key]: value } = object
  return isPlainObject(value) ? value : undefined
}

/** Returns the items of a list; of a single object too, because JSON-LD writes lists of one item without brackets. */
export const objectsIn = (object: JsonObject, key: string): readonly JsonObject[] => {
  const { [key]: value } = object
  return (Array.isArray(value) ? value : [value]).filter(isPlainObject)
}

/** Returns a text that is not empty. */
export const textIn = (object: JsonObject, key: string): string | undefined => {
  const { [key]: value } = object
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a property that is a text, or a number as text; undefined for other values and for an empty text. */
export const scalarIn = (object: JsonObject, key: string): string | undefined => {
  const { [key]: value } = object
  return typeof value === 'number' ? String(value) : textIn(object, key)
}

export const numberIn = (object: JsonObject, key: string): number | undefined => {
  const { [key]: value } = object
  return typeof value === 'number' ? value : undefined
}

/** Returns the moment of a text in ISO 8601. */
export const dateIn = (object: JsonObject, key: string): Date | undefined => dateOf(textIn(object, key))

/** Returns whether a value is true; also the text that some services write for it. */
export const flagIn = (object: JsonObject, key: string): boolean | undefined => {
  const { [key]: value } = object
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 'True' || value === 'true') return true
  return value === 0 || value === 'False' || value === 'false' ? false : undefined
}

/** The first and last years that the dates of live blogs are from. Others are mistakes, and PostgreSQL refuses some. */
const YEARS = [1970, 9999] as const

/** The end of a date that names its zone. Others would be in the zone of this machine. */
const ZONE = /(?:[^a-z](?:z|utc?|gmt|[ecmp][sd]t)|:\d\d(?:\.\d+)? ?[+-]\d\d:?\d\d|\))$/i

/** Returns the moment of a text, in UTC if it names no zone; undefined if the text is not a date, or is absent. */
export const dateOf = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const date = parseMoment(trimmed) ?? new Date(ZONE.test(trimmed) ? trimmed : `${trimmed} UTC`)
  const year = date.getUTCFullYear()
  return year >= YEARS[0] && year <= YEARS[1] ? date : undefined
}
