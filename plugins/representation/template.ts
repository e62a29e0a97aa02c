/** Makes the texts of addresses and values, and defines the context that they are made in. */
import type { Lexical } from '../../schemas/language/vocabulary.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { printDecimal, printFlag, toXmlText } from '../../schemas/language/lexical.ts'

/** Link context: start and end of all addresses in a document, and the presentation of its values. */
export interface LinkContext {
  /** Base URL of links, without a final slash. */
  readonly base: string
  /** URL of the resource tree with its final slash, such as `https://desk.example/resources/`. */
  readonly resourcesUrl: string
  /** End of an item's address: empty, or the extension of the request's address, such as `.json`. */
  readonly itemEnd: string
  /** End of a collection's address: a slash, or the extension. */
  readonly collectionEnd: string
  /** Whether JSON contains numbers, booleans and ISO 8601 timestamps instead of text. */
  readonly typed: boolean
  /** Prints a timestamp in the requested style, zone and language. */
  readonly printMoment: (moment: Date) => string
  /** The requested language and zone, for views of items: a locale of Intl, or undefined, and an IANA name. */
  readonly locale: string | undefined
  readonly zone: string
}

/**
 * Returns the link context for a base URL.
 * @param base without a final slash
 * @param extension of the request's address, without the dot; every link gets it, so that clients keep the format
 */
export const linkContextOf = (
  base: string,
  extension: string | undefined,
  { typed, printMoment, locale, zone }: Pick<LinkContext, 'typed' | 'printMoment' | 'locale' | 'zone'>
): LinkContext => {
  const end = extension === undefined ? '' : `.${extension}`
  const collectionEnd = end === '' ? '/' : end
  const resourcesUrl = `${base}/resources/`
  return { base, resourcesUrl, itemEnd: end, collectionEnd, typed, printMoment, locale, zone }
}

/** Returns the address for a row. */
export type Address = (row: Row, links: LinkContext) => string

/** Returns the names of a template's variables, which are properties of a row. */
export const variablesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = 'Module']) => (name === 'Module' ? [] : [name]))

/**
 * Returns an address template without the names of its variables, because a link and its target may name them
 * differently.
 */
export const templateShape = (template: string): string => template.replace(/\{(?!Module\})\w+\}/g, '{}')

/**
 * Compiles an address template. The addresses need no escaping in XML attributes or JSON: the base URL was
 * validated, and variables are percent-encoded.
 * @param template path below `/resources/`; a final slash marks a collection
 * @param module replaces `{Module}`
 */
export const compileAddress = (template: string, module: string): Address => {
  const end = template.endsWith('/') ? 'collectionEnd' : 'itemEnd'
  const path = template.replaceAll('{Module}', module).replace(/\/$/, '')
  const [start = '', ...constants] = path.split(/\{\w+\}/)
  const segments = variablesOf(path).map((name, index) => ({ name, constant: constants[index] ?? '' }))
  return (row, links) => {
    let address = links.resourcesUrl + start
    for (const { name, constant } of segments) address += segment(row[name]) + constant
    return address + links[end]
  }
}

const segment = (value: unknown) =>
  typeof value === 'number' ? value : encodeURIComponent(String(value).toWellFormed())

/** Returns the address of a file, which is outside of `/resources/` and never has the extension of a format. */
export const fileAddress =
  (name: string): Address =>
  (row, links) =>
    `${links.base}/` + encodeURI(String(row[name])).replace(/[?#]/g, encodeURIComponent)

/** Returns an address on the web unchanged, except for characters that XML cannot contain. */
export const webAddress =
  (name: string): Address =>
  (row) =>
    toXmlText(String(row[name]))

/** Prints a value as its wire text: as text, or as a JSON literal if the client requests typed values. */
export interface WireText {
  readonly kind: Lexical | 'markup'
  readonly text: (value: unknown, links: LinkContext) => string
  readonly typed: (value: unknown) => string
  /** Whether the text may contain characters that XML or JSON must escape. */
  readonly free: boolean
}

const text = (value: unknown) => String(value)
const decimal = (value: unknown) => printDecimal(String(value))
const quoted = (value: unknown) => JSON.stringify(typeof value === 'string' ? toXmlText(value) : value)

/** The wire texts of each kind of value. */
export const wireTexts: { readonly [K in WireText['kind']]: WireText } = {
  integer: { kind: 'integer', text, typed: text, free: false },
  decimal: { kind: 'decimal', text: decimal, typed: decimal, free: false },
  flag: {
    kind: 'flag',
    text: (value, { typed }) => (typed ? text(value) : printFlag(value === true)),
    typed: text,
    free: false
  },
  text: { kind: 'text', text, typed: quoted, free: true },
  markup: { kind: 'markup', text, typed: quoted, free: true },
  moment: {
    kind: 'moment',
    text: (value, { typed, printMoment }) =>
      value instanceof Date ? (typed ? value.toISOString() : printMoment(value)) : text(value),
    typed: quoted,
    free: true
  }
}
