/**
 * The archive of a blog's feeds: pages of a hundred changes each, so that programs can read the whole blog (RFC 5005,
 * section 4). A post is in the page of its last change. A page never gets new posts; one that changes leaves it for
 * the newest.
 */
import type { ChangeRange } from '../../db/posts/feed.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'

/** Maximum number of changes in a page. */
const PAGE = 100

/**
 * Returns the page that has a change.
 * @param newest the newest change number of the blog, with which the last page ends
 */
export const pageWith = (change: number, newest: number): ChangeRange => {
  const from = change - ((change - 1) % PAGE)
  return { from, to: Math.min(from + PAGE - 1, newest) }
}

/** Returns the page at an address, even if it has grown since; undefined if there is no such page. */
export const pageNamed = (name: unknown, newest: number): ChangeRange | undefined => {
  const [, first = '', last = ''] = /^(\d{1,10})-(\d{1,10})$/.exec(String(name)) ?? []
  const [from, to] = [Number(first), Number(last)]
  if (from === 0 || to < from || to > Math.min(newest, MAX_INTEGER)) return undefined
  const page = pageWith(from, newest)
  return page.from === from && to <= page.to ? { from, to } : undefined
}

/** Returns the address of a page. @param feed address of the feed, such as `…/feed.json` */
export const archiveAddress = (feed: string, { from, to }: ChangeRange): string =>
  feed.replace(/(\.json)?$/, `/${from}-${to}$1`)
