/** Values that forms send. */

/** Returns the text of a field, without space around it; empty if it was not sent. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Returns the number in a field; undefined if it holds none. */
export const numberOf = (value: unknown): number | undefined =>
  /^\d{1,9}$/.test(textOf(value)) ? Number(value) : undefined
