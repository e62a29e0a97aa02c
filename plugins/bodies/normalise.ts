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
 * - Null is the same as an empty text. When an item is created, an empty property counts as not sent. When it is
 *   changed, the property is cleared; if that is not possible, the empty text stays, so that validation rejects it.
 * @param schema body schema of the route
 * @param isNew whether the request creates an item. Browsers send all fields of a form, filled in or not
 * @throws HttpError 400 if a link does not lead to an item of the right kind, or its address and key disagree, or if
 *   there are too many members
 */
export const normalise = (body: unknown, schema: unknown, base: LinkBase, isNew: boolean): unknown => {
  if (!isObject(body) || !isObject(schema) || !isObject(schema.properties)) return body
  const properties = schema.properties
  const [[firstName, firstValue] = [], ...otherMembers] = entriesOf(body)
  const isWrapped = otherMembers.length === 0 && isObject(schema.wire) && firstName === schema.wire.name
  const inner = isWrapped ? firstValue : body
  if (!isObject(inner)) return inner === '' ? {} : inner
  const required = requiredOf(schema)
  return Object.fromEntries(
    entriesOf(inner)
      .map(([name, value]) => {
        const property = properties[name]
        if (!isObject(property)) return [name, value]
        if (value !== '' && value !== null) return [name, valueOf(name, value, property, base)]
        return [name, isNew ? newValueOf(property, required.includes(name)) : clearedValueOf(property)]
      })
      .filter(([, value]) => value !== undefined)
  )
}

/** @throws HttpError 400 if there are many members: validation would describe each unknown one */
const entriesOf = (object: Row): [string, unknown][] => {
  if (Object.keys(object).length > MAX_MEMBERS) refuse('body', `has more than ${MAX_MEMBERS} members`)
  return Object.entries(object)
}

/** Returns the value of an empty property of a new item. */
const newValueOf = (schema: Row, isRequired: boolean) => (isRequired && allowsEmptyText(schema) ? '' : undefined)

/** Returns the value of an empty property that a request changes. */
const clearedValueOf = ({ whenEmpty = '' }: Row) => whenEmpty

const valueOf = (name: string, value: unknown, schema: Row, base: LinkBase): unknown => {
  const isJson = schema.contentMediaType === 'application/json'
  if (isObject(value) && schema.web === true) return Object.keys(value).join() === 'href' ? value.href : value
  if (isObject(value)) return isJson ? textOf(value) : keyOfLink(name, value, schema, base)
  return convertValue(value, schema)
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
