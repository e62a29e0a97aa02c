/** Posts of colleagues that the user has not seen. */
import type { Post } from './post.ts'
import type { Seen, State } from './state.ts'

/** Returns when a post was published, in milliseconds since 1970; 0 for drafts. */
const timeOf = ({ PublishedOn }: Post): number => (PublishedOn === undefined ? 0 : Date.parse(PublishedOn))

/** Returns whether a colleague has published a post that the user has not seen. */
export const isUnread = (post: Post, { me, seen }: Pick<State, 'me' | 'seen'>): boolean =>
  post.IsPublished && post.Creator.Id !== me.Id && post.CId > seen.change && timeOf(post) > seen.on

/** Returns the number of posts that the user has not seen, such as `3`, or `50+` if older ones may follow; else ''. */
export const unreadIn = ({ posts, floor, ...state }: State): string => {
  const unread = Object.values(posts).filter((post) => isUnread(post, state))
  if (unread.length === 0) return ''
  return `${unread.length}${unread.some(({ Order }) => Order === floor) ? '+' : ''}`
}

/** Returns the value of `seen` for a user who has seen all posts of the page. */
export const allSeen = ({ posts, cursor }: Pick<State, 'posts' | 'cursor'>): Seen => ({
  change: cursor,
  on: Math.max(0, ...Object.values(posts).map(timeOf))
})
