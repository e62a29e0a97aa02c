/** Turns the texts of an address into what its schema asks for. What cannot be turned stays, and is refused by name. */

/**
 * Converts whole numbers and flags; everything else is text.
 * @param texts parameters as they were sent
 * @param schema their schema
 */
export const convert = (texts: unknown, schema: unknown): unknown => {
  if (!isObject(texts) || !isObject(schema) || !isObject(schema.properties)) return texts
  const { properties } = schema
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, convertValue(text, properties[name])]))
}

/** Converts one text by its schema: digits to a whole number, `true` and `false` in any case to a flag. */
export const convertValue = (text: unknown, schema: unknown): unknown => {
  if (typeof text !== 'string' || !isObject(schema)) return text
  // Sixteen digits are more than any bound, and are still told apart from it.
  if (schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return flags.get(text.toLowerCase()) ?? text
  return text
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false]
])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
