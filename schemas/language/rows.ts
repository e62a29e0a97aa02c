/** Rows: objects whose members are known by name only, such as those that queries return and requests contain. */

/** A row of any model: values by property name. */
export interface Row {
  readonly [name: string]: unknown
  /** The targets of the links that X-Filter expands, by the link's name. */
  readonly expanded?: Readonly<Record<string, Row | undefined>>
}

/**
 * Returns an object's members by name; empty for anything else. Useful for queries and path parameters, whose types
 * Fastify does not know.
 */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** Returns whether a value is an object or an array, so that its members can be read. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns whether a value is an id or a key. */
export const isKey = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Maximum nesting of a JSON object: `JSON.parse` reads deeper ones, which `JSON.stringify` cannot write. */
export const MAX_OBJECT_DEPTH = 1000

/** Parses a text. Returns undefined if it is no JSON object, or is nested too deeply. */
export const objectFrom = (json: string): Row | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    const mayBeDeep = json.length > MAX_OBJECT_DEPTH
    return isPlainObject(value) && !(mayBeDeep && isDeeperThan(MAX_OBJECT_DEPTH, value)) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a value has more than `depth` levels of objects and arrays. */
export const isDeeperThan = (depth: number, value: unknown): boolean =>
  isObject(value) && (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)))

/** Returns the members of a JSON object in a text; none if the text is no JSON object. */
export const membersIn = (json: string): Row => objectFrom(json) ?? {}

/** Returns whether a value is an object, but no array. */
export const isPlainObject = (value: unknown): value is Row => isObject(value) && !Array.isArray(value)
