/** Filters of the timeline. */
import type { Row } from '../../../schemas/language/rows.ts'
import { isCorrected, type Post } from './post.ts'

interface PostState {
  readonly text: string
  /** Parameter that selects the posts. The service also finds changes before publishing. */
  readonly query: readonly [name: string, value: string]
  readonly has: (post: Post) => boolean
}

/** The states that the timeline can be filtered by. Withdrawn posts are found in no other way. */
export const POST_STATES = {
  key: { text: 'Key points', query: ['isKeyPoint', 'true'], has: ({ IsKeyPoint }) => IsKeyPoint === true },
  pinned: { text: 'Pinned', query: ['isPinned', 'true'], has: ({ PinnedOn }) => PinnedOn !== undefined },
  pictures: { text: 'With pictures', query: ['content.like', '%<img%'], has: (post) => post.Content.includes('<img') },
  corrected: { text: 'Corrected', query: ['isModified', 'true'], has: isCorrected },
  withdrawn: {
    text: 'Withdrawn',
    query: ['withdrawnOn.since', '1970-01-01 00:00:00'],
    has: ({ WithdrawnOn }) => WithdrawnOn !== undefined
  }
} satisfies Readonly<Record<string, PostState>>

/** The posts that the timeline shows. */
export interface Filter {
  readonly who?: number
  readonly type?: string
  readonly only?: keyof typeof POST_STATES
  readonly text?: string
}

/** Number of posts of the timeline that the page shows at first, and in each older part. */
const PAGE = 50

/**
 * Returns the first `PAGE` posts of a list of up to `PAGE + 1`, and as `floor` the order of the last one if another one
 * follows.
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
  ...(isState(only) && { only }),
  ...(typeof text === 'string' && text.trim() !== '' && { text: text.trim() })
})

const isState = (name: unknown): name is NonNullable<Filter['only']> =>
  typeof name === 'string' && Object.hasOwn(POST_STATES, name)

/** Returns the query of the address of a page with a filter. */
export const queryOf = (filter: Filter): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))

/** Returns whether a filter leaves any posts out. */
export const isFiltering = (filter: Filter): boolean => Object.keys(filter).length > 0

/** Returns whether a post is in a state; undefined stands for all. */
export const isIn = (state: Filter['only'], post: Post): boolean => state === undefined || POST_STATES[state].has(post)

/** Returns whether a post can be in a timeline with a filter. */
export const isListed = ({ only }: Filter, { IsPublished, WithdrawnOn }: Post): boolean =>
  only === 'withdrawn' ? WithdrawnOn !== undefined : IsPublished

/**
 * Returns the end of the address of the list of published or withdrawn posts that match a filter.
 * @param below only those with a lower order
 */
export const timelineList = ({ who, type, only, text }: Filter, below?: number): string => {
  const scope = [
    type === undefined ? [] : ['PostType', encodeURIComponent(type)],
    who === undefined ? [] : ['User', who]
  ]
  const query = new URLSearchParams({ detailed: 'false', limit: String(PAGE + 1), 'X-Filter': '*' })
  if (below !== undefined) query.set('order.until', String(below))
  if (only !== undefined) query.set(...POST_STATES[only].query)
  if (text !== undefined) query.set('search.ilike', text)
  const list = only === 'withdrawn' ? 'Unpublished' : 'Published'
  return `${[...scope.flat(), 'Post', list].join('/')}?${query.toString()}`
}

/** Returns whether a post matches a filter; the service compares texts in the same way. */
export const matches = (post: Post, { who, type, only, text }: Filter): boolean =>
  (who === undefined || post.Creator.Id === who) &&
  (type === undefined || post.Type.Key === type) &&
  isIn(only, post) &&
  (text === undefined || post.Content.toLowerCase().includes(text.toLowerCase()))
