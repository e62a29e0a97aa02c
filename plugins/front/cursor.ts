/** Cursors in addresses. */
import type { Cursor } from '../../db/cursors.ts'
import { idIn } from '../pages/addresses.ts'

/** Returns the cursor in a parameter; undefined if it holds none. */
export const cursorIn = (parameter: unknown): Cursor | undefined => {
  const [, microseconds = '', last] = /^(-?\d{1,17})-(\d{1,10})$/.exec(String(parameter)) ?? []
  const id = idIn(last)
  return id === undefined ? undefined : { microseconds, id }
}
