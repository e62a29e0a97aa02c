/** Converts the different ways to write a body to one form, before validation. */
import { httpErrors } from '@fastify/sensible'
import {
  allowsEmptyText,
  isModel,
  keywordsOf,
  propertiesOf,
  requiredOf,
  type Keywords
} from '../../schemas/language/keywords.ts'
import { isDeeperThan, isPlainObject, MAX_OBJECT_DEPTH, type Row } from '../../schemas/language/rows.ts'
import { MAX_LINK, MAX_MEMBERS } from './limits.ts'
import { withoutExtension } from '../origin/index.ts'
import { converterOf } from '../validation.ts'
import { withoutFinalSlashes } from '../../schemas/language/lexical.ts'

/** The variable parts of the service's addresses. */
interface LinkBase {
  /** The configured module name. */
  readonly module: string
  /** Returns the URL of the resource tree for this request, with its final slash. */
  readonly resourcesUrl: () => string
}

/**
 * Returns a function that returns a body in the form that its schema describes:
 * - `{ "Post": { … } }` becomes `{ … }`. XML bodies always have such a root element with the model's name.
 * - A link becomes its key. Clients may send the key, the address or the link as GET shows it: `5`, `{ "href": … }`,
 *   `{ "href": …, "Id": 5 }`.
 * - An address on the web becomes text. Clients may send `https://…` or `{ "href": "https://…" }`.
 * - A JSON object becomes text if the schema requires JSON as text.
 * - Text with a whole number becomes a number.
 * - Null is the same as an empty text. When an item is created, an empty property counts as not sent. When it is
 *   changed, the property is cleared; if that is not possible, the empty text stays, so that validation rejects it.
 *
 * The function throws HttpError 400 if a link does not lead to an item of the right kind, or its address and key
 * disagree, or if there are too many members.
 * @param schema body schema of a route
 * @param isNew whether its requests create an item. Browsers send all fields of a form, filled in or not
 */
export const normaliserOf = (schema: unknown, isNew: boolean) => {
  const rootName = isModel(schema) ? schema.wire.name : undefined
  const required = isModel(schema) ? requiredOf(schema) : []
  const properties = new Map(
    Object.entries(propertiesOf(schema)).map(([name, property]): [string, Property] => {
      const keywords = keywordsOf(property)
      const { whenEmpty = '' } = keywords
      const newValue = required.includes(name) && allowsEmptyText(property) ? '' : undefined
      const convert = converterOf(property)
      return [name, { ...keywords, convert, emptyValue: isNew ? newValue : whenEmpty }]
    })
  )
  return (body: unknown, base: LinkBase): unknown => {
    if (!isPlainObject(body)) return body
    const [[firstName, firstValue] = [], ...otherMembers] = entriesOf(body)
    const inner = otherMembers.length === 0 && firstName === rootName ? firstValue : body
    if (!isPlainObject(inner)) return inner === '' ? {} : inner
    return Object.fromEntries(
      entriesOf(inner)
        .map(([name, value]) => {
          const property = properties.get(name)
          if (property === undefined) return [name, value]
          return [name, value === '' || value === null ? property.emptyValue : valueOf(name, value, property, base)]
        })
        .filter(([, value]) => value !== undefined)
    )
  }
}

/** A property that a body may have, and how the texts sent for it become values. */
interface Property extends Keywords {
  readonly convert: (sent: unknown) => unknown
  /** The value that an empty text stands for; undefined if the property counts as not sent. */
  readonly emptyValue: string | null | undefined
}

/** @throws HttpError 400 if there are many members: validation would describe each unknown one */
const entriesOf = (object: Row): [string, unknown][] => {
  if (Object.keys(object).length > MAX_MEMBERS) refuse('body', `has more than ${MAX_MEMBERS} members`)
  return Object.entries(object)
}

const valueOf = (name: string, value: unknown, property: Property, base: LinkBase): unknown => {
  if (!isPlainObject(value)) return property.convert(value)
  if (property.web === true) return Object.keys(value).join() === 'href' ? value.href : value
  return property.contentMediaType === 'application/json' ? textOf(value) : keyOfLink(name, value, property, base)
}

/** Returns the key of a link. Other objects are returned unchanged, so that validation rejects them. */
const keyOfLink = (name: string, value: Row, { link, key, convert }: Property, base: LinkBase): unknown => {
  const members = Object.keys(value)
  if (typeof link !== 'string' || key === undefined || members.length === 0) return value
  if (members.some((member) => member !== 'href' && member !== key)) return value
  const sentKey = convert(value[key])
  if (value.href === undefined) return sentKey
  const template = link.replace('{Module}', base.module)
  const hrefKey = typeof value.href === 'string' ? keyIn(value.href, template, base) : undefined
  if (hrefKey === undefined) return refuse(name, `must link to ${base.resourcesUrl()}${template}`)
  const linkedKey = convert(hrefKey)
  if (sentKey === undefined || sentKey === linkedKey) return linkedKey
  return refuse(name, `has the ${key} ${String(sentKey)}, but its href leads to ${hrefKey}`)
}

/**
 * Returns the key of the item that an address leads to: the last variable of its template. The address may omit the
 * host and `/resources/`, and may have a final slash or an extension.
 * @param template address template of the items below `/resources/`, such as `Data/PostType/{Type}`
 * @returns undefined if the address does not match the template, is too long, or leads to another host
 */
const keyIn = (href: string, template: string, { resourcesUrl }: LinkBase): string | undefined => {
  if (href.length > MAX_LINK) return undefined
  const resources = new URL(resourcesUrl())
  if (!URL.canParse(href, resources.href)) return undefined
  const { host, protocol, pathname, search, hash } = new URL(href, resources.href)
  if (host !== resources.host || !/^https?:$/.test(protocol) || search !== '' || hash !== '') return undefined
  const path = withoutExtension(withoutFinalSlashes(pathname))
  const below = [resources.pathname, '/resources/'].find((base) => path.startsWith(base)) ?? '/'
  const segments = path.slice(below.length).split('/').map(decoded)
  const pattern = template.split('/')
  const isVariable = (segment: string) => segment.startsWith('{')
  const matches =
    segments.length === pattern.length &&
    pattern.every((segment, index) => (isVariable(segment) ? segments[index] !== '' : segment === segments[index]))
  return matches ? segments[pattern.findLastIndex(isVariable)] : undefined
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const refuse = (place: string, reason: string): never => {
  const detail = `The body was refused: ${place} ${reason}; nothing was stored`
  throw httpErrors.createError(400, detail, { errors: [{ place, reason }] })
}

/**
 * Prints an object as JSON. Returns it unchanged if it is nested too deeply; validation then rejects it by name.
 */
const textOf = (value: Row): unknown => (isDeeperThan(MAX_OBJECT_DEPTH, value) ? value : JSON.stringify(value))
