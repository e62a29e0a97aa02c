/** Converts path and query parameters from text to the types of their schema, before they are validated. */

/**
 * Returns the parameters with whole numbers, flags and lists converted. A value that does not fit its type stays as it
 * is, so that validation refuses it and names the parameter.
 * @param texts parameter values by name, as sent
 * @param schema object schema of the parameters
 */
export const convert = (texts: unknown, schema: unknown): unknown => {
  if (!isObject(texts) || !isObject(schema) || !isObject(schema.properties)) return texts
  const { properties } = schema
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, convertValue(text, properties[name])]))
}

/**
 * Returns a whole number for digits, and a boolean for `true` and `false` in any case, if the schema has that type.
 * The values of a repeated parameter that takes a list are joined to one list.
 */
export const convertValue = (text: unknown, schema: unknown): unknown => {
  if (!isObject(schema)) return text
  if (schema.list === true && Array.isArray(text)) return text.join(',')
  if (typeof text !== 'string') return text
  // Sixteen digits exceed every bound, and a JavaScript number still represents them precisely enough to compare.
  if (schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return flags.get(text.toLowerCase()) ?? text
  return text
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false]
])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
