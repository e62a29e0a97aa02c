/** Filters of the timeline. */
import type { Row } from '../../../schemas/language/rows.ts'
import type { Post } from './post.ts'
import type { Filter } from './state.ts'

/** Number of posts of the timeline that the page shows at first, and in each older part. */
const PAGE = 50

/**
 * Returns the first `PAGE` posts of a list that was read with one more, and the order down to which they are all;
 * undefined if there are no others.
 */
export const pageIn = <Item extends Post>(
  posts: readonly Item[]
): { posts: readonly Item[]; floor: number | undefined } => {
  const page = posts.slice(0, PAGE)
  return { posts: page, floor: posts.length > PAGE ? page.at(-1)?.Order : undefined }
}

/** Returns the filter in the values of a form, or of the query of an address. */
export const filterIn = ({ who, type, only, text }: Row): Filter => ({
  ...(Number(who) > 0 && { who: Number(who) }),
  ...(typeof type === 'string' && type !== '' && { type }),
  ...((only === 'key' || only === 'pinned' || only === 'pictures') && { only }),
  ...(typeof text === 'string' && text.trim() !== '' && { text: text.trim() })
})

/** Returns the query of the address of a page with a filter. */
export const queryOf = (filter: Filter): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))

/** Returns whether a filter leaves any posts out. */
export const isFiltering = (filter: Filter): boolean => Object.keys(filter).length > 0

/**
 * Returns the end of the address of the list of published posts that match a filter.
 * @param below only those with a lower order
 */
export const timelineList = ({ who, type, only, text }: Filter, below?: number): string => {
  const scope = [
    type === undefined ? [] : ['PostType', encodeURIComponent(type)],
    who === undefined ? [] : ['User', who]
  ]
  const query = new URLSearchParams({ detailed: 'false', limit: String(PAGE + 1), 'X-Filter': '*' })
  if (below !== undefined) query.set('order.until', String(below))
  if (only === 'pinned') query.set('isPinned', 'true')
  if (only === 'key') query.set('isKeyPoint', 'true')
  if (only === 'pictures') query.set('content.like', '%<img%')
  if (text !== undefined) query.set('search.ilike', text)
  return `${[...scope.flat(), 'Post', 'Published'].join('/')}?${query.toString()}`
}

/** Returns whether a post matches a filter; the service compares texts in the same way. */
export const matches = (post: Post, { who, type, only, text }: Filter): boolean =>
  (who === undefined || post.Creator.Id === who) &&
  (type === undefined || post.Type.Key === type) &&
  (only !== 'key' || post.IsKeyPoint === true) &&
  (only !== 'pinned' || post.PinnedOn !== undefined) &&
  (only !== 'pictures' || post.Content.includes('<img')) &&
  (text === undefined || post.Content.toLowerCase().includes(text.toLowerCase()))
