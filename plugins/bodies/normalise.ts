/** Brings the ways to write one body together before it is checked. */
import { httpErrors } from '@fastify/sensible'
import { convertValue } from '../../schemas/language/conversion.ts'
import type { Row } from '../resources/representation/template.ts'
import { keyIn, type Base } from './links.ts'

/**
 * - `{ "Post": { … } }` is the same as `{ … }`, as in XML where the root element has the model's name;
 * - a link may be its key, its address or what GET shows: `5`, `{ "href": … }`, `{ "href": …, "Id": 5 }`;
 * - so may an address on the web: `https://…`, `{ "href": "https://…" }`;
 * - a JSON object may stand where its text is asked for;
 * - a whole number may be sent as text;
 * - null, and an empty value where no empty text makes sense, are the same as absent, but for what can be cleared.
 * @param schema body schema of the route
 * @throws HttpError 400 where a link leads elsewhere
 */
export const normalise = (body: unknown, schema: unknown, base: Base): unknown => {
  if (!isObject(body) || !isObject(schema) || !isObject(schema.properties)) return body
  const properties = schema.properties
  const [[only, value] = [], ...others] = Object.entries(body)
  const isWrapped = others.length === 0 && isObject(schema.wire) && only === schema.wire.name
  const inner = isWrapped ? value : body
  if (!isObject(inner)) return inner === '' ? {} : inner
  return Object.fromEntries(
    Object.entries(inner)
      .map(([property, value]) => [property, valueOf(property, value, properties[property], base)])
      .filter(([, value]) => value !== undefined)
  )
}

const valueOf = (name: string, value: unknown, schema: unknown, base: Base): unknown => {
  if (!isObject(schema)) return value ?? undefined
  if (value === null) return schema.clearable === true ? '' : undefined
  const isJson = schema.contentMediaType === 'application/json'
  if (isObject(value) && schema.web === true) return Object.keys(value).join() === 'href' ? value.href : value
  if (isObject(value)) return isJson ? textOf(value) : linkedKey(name, value, schema, base)
  const takesEmpty = schema.type === 'string' && schema.minLength === undefined && !isJson
  return value === '' && !takesEmpty ? undefined : convertValue(value, schema)
}

/** The key of a link; an object that is none stays as it is, and is refused by its schema. */
const linkedKey = (name: string, value: Row, schema: Row, base: Base): unknown => {
  const { link, key } = schema
  const members = Object.keys(value)
  if (typeof link !== 'string' || typeof key !== 'string' || members.length === 0) return value
  if (members.some((member) => member !== 'href' && member !== key)) return value
  const sent = convertValue(value[key], schema)
  if (value.href === undefined) return sent
  const found = typeof value.href === 'string' ? keyIn(value.href, link, base) : undefined
  const template = link.replace('{Module}', base.module)
  if (found === undefined) return refuse(name, `must lead to ${base.root()}${template}`)
  const linked = convertValue(found, schema)
  if (sent === undefined || sent === linked) return linked
  return refuse(name, `has the ${key} ${String(sent)}, but leads to ${found}`)
}

const refuse = (place: string, reason: string): never => {
  const detail = `The body was refused: ${place} ${reason}; nothing was stored`
  throw httpErrors.createError(400, detail, { errors: [{ place, reason }] })
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
