/** Lists of posts that wait: drafts, comments, submitted and scheduled posts. The page reads them in parts. */
import type { Row } from '../../../schemas/language/rows.ts'
import { itemsIn } from './items.ts'
import { placeOf, type Panel } from './panels.ts'
import { isPost, type Post } from './post.ts'
import type { UnreadPart, State } from './state.ts'

/** Maximum number of posts in a part. */
const PART = 100

/** A place whose posts wait for somebody. */
export type WaitingPlace = Exclude<Panel, 'timeline'>

export const WAITING_PLACES = ['submitted', 'drafts', 'comments', 'later'] as const

/** Own drafts begin with the newest one. In the other places, the oldest one has waited longest. */
const isDescending = (place: WaitingPlace) => place === 'drafts'

/**
 * Returns the end of the address of a part of a list.
 * @param after id of the last post of the part before; undefined for the first one
 */
export const waitingList = (place: WaitingPlace, userId: number, after?: number): string => {
  const lists: Readonly<Record<WaitingPlace, string>> = {
    submitted: 'Post/Submitted?',
    drafts: `User/${userId}/Post/Unpublished?isSubmitted=false&`,
    comments: 'Post/Comment?isPublished=false&',
    later: 'Post/Scheduled?'
  }
  const order = isDescending(place) ? 'desc=id' : 'asc=id'
  const bound = isDescending(place) ? 'id.until' : 'id.since'
  const from = after === undefined ? '' : `&${bound}=${after}`
  return `${lists[place]}${order}${from}&limit=${PART}&X-Filter=*`
}

/** Returns the posts of a part, and whether there are more. @param known posts that the page has */
export const partIn = (
  document: Row,
  place: WaitingPlace,
  { posts, me }: Pick<State, 'posts'> & { readonly me: Pick<State['me'], 'Id'> }
): { posts: readonly (Row & Post)[]; beyond: UnreadPart | undefined } => {
  const part = itemsIn(document, 'PostList').filter(isPost)
  const after = part.at(-1)?.Id
  if (after === undefined) return { posts: part, beyond: undefined }
  // Some of the posts beyond this part have come to the page by themselves.
  const isBeyond = ({ Id }: Post) => (isDescending(place) ? Id < after : Id > after)
  const presentPosts = Object.values(posts).filter((post) => placeOf(post, me.Id) === place && isBeyond(post))
  const count = Number(document.total) - part.length - presentPosts.length
  return { posts: part, beyond: count > 0 ? { count, after } : undefined }
}
