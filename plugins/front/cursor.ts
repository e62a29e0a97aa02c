/** Cursors in addresses: each leads to the page after an item. */
import type { Cursor } from '../../db/cursors.ts'
import { idIn } from '../pages/addresses.ts'

/** Returns the cursor in a parameter; undefined if it holds none. */
export const cursorIn = (parameter: unknown): Cursor | undefined => {
  const [, microseconds = '', last] = /^(-?\d{1,17})-(\d{1,10})$/.exec(String(parameter)) ?? []
  const id = idIn(last)
  return id === undefined ? undefined : { microseconds, id }
}

/** Splits a page from the items after it. Returns the cursor of its last item if there are more. */
export const split = <Item extends { readonly Cursor: string }>(items: readonly Item[], limit: number) => {
  const page = items.slice(0, limit)
  return [page, items.length > limit ? page.at(-1)?.Cursor : undefined] as const
}
