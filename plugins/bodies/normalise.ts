/** Brings the ways to write one body together before it is checked. */
import { convertValue } from '../../schemas/language/conversion.ts'
import type { Row } from '../representation/template.ts'

/**
 * - `{ "Post": { … } }` is the same as `{ … }`, as in XML where the root element has the model's name;
 * - a link may be sent as its key or as it is shown, `{ "href": …, "Id": 5 }`;
 * - a JSON object may stand where its text is asked for;
 * - a whole number may be sent as text;
 * - null, and an empty value where no empty text makes sense, are the same as absent.
 * @param schema body schema of the route
 */
export const normalise = (body: unknown, schema: unknown): unknown => {
  if (!isObject(body) || !isObject(schema) || !isObject(schema.properties)) return body
  const properties = schema.properties
  const name = isObject(schema.wire) ? schema.wire.name : undefined
  const [only, ...others] = Object.keys(body)
  const inner = only === name && others.length === 0 && typeof only === 'string' ? body[only] : body
  if (!isObject(inner)) return inner === '' ? {} : inner
  return Object.fromEntries(Object.entries(inner)
    .map(([property, value]) => [property, valueOf(value, properties[property])])
    .filter(([, value]) => value !== undefined))
}

const valueOf = (value: unknown, schema: unknown): unknown => {
  if (value === null) return undefined
  if (!isObject(schema)) return value
  if (isObject(value)) return flatten(value, schema)
  const takesEmpty = schema.type === 'string' && schema.minLength === undefined && schema.contentMediaType === undefined
  return value === '' && !takesEmpty ? undefined : convertValue(value, schema)
}

const flatten = (value: Row, schema: Row): unknown => {
  if (schema.contentMediaType === 'application/json') return textOf(value)
  const keys = Object.keys(value).filter((key) => key !== 'href')
  const [key] = keys
  return keys.length === 1 && (key === 'Id' || key === 'Key') ? convertValue(value[key], schema) : value
}

/** A JSON object as its text; one nested too deep for that stays, and is refused by name. */
const textOf = (value: Row): unknown => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return value
    throw error
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
