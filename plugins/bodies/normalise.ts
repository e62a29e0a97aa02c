/** Converts the different ways to write a body to one form, before validation. */
import { httpErrors } from '@fastify/sensible'
import { convertValue } from '../../schemas/language/conversion.ts'
import { allowsEmptyText, requiredOf } from '../../schemas/language/keywords.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { MAX_MEMBERS } from './limits.ts'
import { keyIn, type LinkBase } from './links.ts'

/**
 * Returns a body in the form that its schema describes:
 * - `{ "Post": { … } }` becomes `{ … }`. XML bodies always have such a root element with the model's name.
 * - A link becomes its key. Clients may send the key, the address or what GET shows: `5`, `{ "href": … }`,
 *   `{ "href": …, "Id": 5 }`.
 * - An address on the web becomes text. Clients may send `https://…` or `{ "href": "https://…" }`.
 * - A JSON object becomes text if the schema requires JSON as text.
 * - Text with a whole number becomes a number.
 * - Null is removed, or becomes an empty text if the property can be cleared. An empty text is removed unless
 *   the schema allows it.
 * @param schema body schema of the route
 * @param isNewForm whether a form creates an item. Browsers send all its fields, so an optional one that is empty was
 *   not filled in, and is removed
 * @throws HttpError 400 if a link does not lead to an item of the right kind, or its address and key disagree, or if
 *   there are too many members
 */
export const normalise = (body: unknown, schema: unknown, base: LinkBase, isNewForm = false): unknown => {
  if (!isObject(body) || !isObject(schema) || !isObject(schema.properties)) return body
  const properties = schema.properties
  const [[firstName, firstValue] = [], ...otherMembers] = entriesOf(body)
  const isWrapped = otherMembers.length === 0 && isObject(schema.wire) && firstName === schema.wire.name
  const inner = isWrapped ? firstValue : body
  if (!isObject(inner)) return inner === '' ? {} : inner
  const required = requiredOf(schema)
  const isOptional = (name: string) => Object.hasOwn(properties, name) && !required.includes(name)
  const isUnfilled = (name: string, value: unknown) => isNewForm && value === '' && isOptional(name)
  return Object.fromEntries(
    entriesOf(inner)
      .map(([property, value]) => [property, valueOf(property, value, properties[property], base)])
      .filter(([name, value]) => value !== undefined && !isUnfilled(String(name), value))
  )
}

/** @throws HttpError 400 if there are many members: validation would describe each unknown one */
const entriesOf = (object: Row): [string, unknown][] => {
  if (Object.keys(object).length > MAX_MEMBERS) refuse('body', `has more than ${MAX_MEMBERS} members`)
  return Object.entries(object)
}

const valueOf = (name: string, value: unknown, schema: unknown, base: LinkBase): unknown => {
  if (!isObject(schema)) return value ?? undefined
  if (value === null) return schema.clearable === true ? '' : undefined
  const isJson = schema.contentMediaType === 'application/json'
  if (isObject(value) && schema.web === true) return Object.keys(value).join() === 'href' ? value.href : value
  if (isObject(value)) return isJson ? textOf(value) : keyOfLink(name, value, schema, base)
  return value === '' && !allowsEmptyText(schema) ? undefined : convertValue(value, schema)
}

/** Returns the key of a link. Other objects are returned unchanged, so that validation rejects them. */
const keyOfLink = (name: string, value: Row, schema: Row, base: LinkBase): unknown => {
  const { link, key } = schema
  const members = Object.keys(value)
  if (typeof link !== 'string' || typeof key !== 'string' || members.length === 0) return value
  if (members.some((member) => member !== 'href' && member !== key)) return value
  const sentKey = convertValue(value[key], schema)
  if (value.href === undefined) return sentKey
  const hrefKey = typeof value.href === 'string' ? keyIn(value.href, link, base) : undefined
  const template = link.replace('{Module}', base.module)
  if (hrefKey === undefined) return refuse(name, `must link to ${base.resourcesUrl()}${template}`)
  const linkedKey = convertValue(hrefKey, schema)
  if (sentKey === undefined || sentKey === linkedKey) return linkedKey
  return refuse(name, `has the ${key} ${String(sentKey)}, but its href leads to ${hrefKey}`)
}

const refuse = (place: string, reason: string): never => {
  const detail = `The body was refused: ${place} ${reason}; nothing was stored`
  throw httpErrors.createError(400, detail, { errors: [{ place, reason }] })
}

/**
 * Prints an object as JSON. Returns it unchanged if it is nested too deep to print; validation then rejects
 * it by name.
 */
const textOf = (value: Row): unknown => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return value
    throw error
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
