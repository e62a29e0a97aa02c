/** Parses path segments that are either an id or a text, as in `RBAC/Role/3` and `RBAC/Role/Editor`. */
import type { Key } from '../../db/records.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'

/**
 * Returns the id in a segment; undefined if it is not a number, and 0, which no item has, if the number is too
 * large.
 */
export const idIn = (segment: string): number | undefined => {
  if (!/^\d+$/.test(segment)) return undefined
  return Number(segment) <= MAX_INTEGER ? Number(segment) : 0
}

/**
 * Returns the key in a segment: the id if the segment is a number.
 * @param property the property whose value the segment is otherwise
 */
export const keyIn = (segment: unknown, property: string): Key => {
  const text = String(segment)
  const id = idIn(text)
  return id === undefined ? { [property]: text } : { Id: id }
}
