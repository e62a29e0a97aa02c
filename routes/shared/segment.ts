/** Reads the last segment of an address that takes an id or a text, such as `RBAC/Role/3` and `RBAC/Role/Editor`. */
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'

/** The id a segment holds; undefined when it is no number. One that no item can have is 0. */
export const idIn = (segment: string): number | undefined => {
  if (!/^\d+$/.test(segment)) return undefined
  return Number(segment) <= MAX_INTEGER ? Number(segment) : 0
}
