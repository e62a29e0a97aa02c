/** Reads the last segment of an address that takes an id or a text, such as `RBAC/Role/3` and `RBAC/Role/Editor`. */
import type { Key } from '../../db/records.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'

/** The id a segment holds; undefined when it is no number. One that no item can have is 0. */
export const idIn = (segment: string): number | undefined => {
  if (!/^\d+$/.test(segment)) return undefined
  return Number(segment) <= MAX_INTEGER ? Number(segment) : 0
}

/** The key that a segment holds: an id, or else the value of a property. */
export const keyIn = (segment: unknown, property: string): Key => {
  const text = String(segment)
  const id = idIn(text)
  return id === undefined ? { [property]: text } : { Id: id }
}
