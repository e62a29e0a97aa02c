/** Random choices. */

/** Returns a random member. @throws Error if the list is empty */
export const randomOf = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('the list of values is empty')
  return value
}
