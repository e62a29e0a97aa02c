/** Address templates of the schemas, cut once and filled per row. */

/** Where and how a document is shown: what its addresses start and end with, and the form of its values. */
export interface Place {
  /** Address of the resource tree with its final slash, such as `https://desk.example/resources/`. */
  readonly root: string
  /** Ends an item's address: nothing, or the extension the client asked with, such as `.json`. */
  readonly itemEnd: string
  /** Ends a collection's address: a slash, or the extension. */
  readonly collectionEnd: string
  /** Whether JSON shows numbers and booleans as such, and timestamps are ISO 8601. */
  readonly typed: boolean
  /** Prints a moment in the form, zone and language asked for. */
  readonly printMoment: (moment: Date) => string
}

/**
 * Where and how documents are shown.
 * @param base what every link starts with, without a final slash
 * @param extension the one of the request's address: every link carries it, so that the format stays chosen
 */
export const placeOf = (
  base: string,
  extension: string | undefined,
  { typed, printMoment }: Pick<Place, 'typed' | 'printMoment'>
): Place => {
  const end = extension === undefined ? '' : `.${extension}`
  return { root: `${base}/resources/`, itemEnd: end, collectionEnd: end === '' ? '/' : end, typed, printMoment }
}

/** A row of whatever model: values by property name. */
export interface Row {
  readonly [name: string]: unknown
  /** The targets of links, by the link's name, where X-Filter asked for them. */
  readonly expanded?: Readonly<Record<string, Row | undefined>>
}

/** The members of an object by name, and none of anything else: Fastify leaves queries and path parameters untyped. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Gives an address from a row. That of a template needs no escaping. */
export type Address = (row: Row, place: Place) => string

/** The properties of a row that a template takes. */
export const variablesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = 'Module']) => (name === 'Module' ? [] : [name]))

/**
 * Cuts a template into constants and variables. What it gives can stand in an attribute as it is: the root is checked
 * where it comes from, and every variable is percent-encoded.
 * @param template path below `/resources/`; a final slash marks a collection
 * @param module stands for `{Module}`
 */
export const compileAddress = (template: string, module: string): Address => {
  const end = template.endsWith('/') ? 'collectionEnd' : 'itemEnd'
  const path = template.replaceAll('{Module}', encodeURIComponent(module)).replace(/\/$/, '')
  const [first = '', ...others] = path.split(/\{\w+\}/)
  const segments = variablesOf(path).map((name, at) => ({ name, constant: others[at] ?? '' }))
  return (row, place) => {
    let address = place.root + first
    for (const { name, constant } of segments) address += segment(row[name]) + constant
    return address + place[end]
  }
}

const segment = (value: unknown) =>
  typeof value === 'number' ? value : encodeURIComponent(String(value).toWellFormed())
