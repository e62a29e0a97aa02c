/** Values that follow from the state of the page. */
import { bodyOf } from './draft.ts'
import { isIn, isListed, matches, type Filter } from './filter.ts'
import { placeOf, type Panel, type Place } from './panels.ts'
import type { Post } from './post.ts'
import type { DeskBlog, State } from './state.ts'
import { begunFrom, type Draft, type Picture } from './writing.ts'
import type { WaitingPlace } from './waiting.ts'

/**
 * Returns the posts in a place, those that readers see first at the start. A post stays where its correction or a note
 * to its author began: colleagues may publish or take it back meanwhile.
 */
export const postsIn = ({ posts, me, held, corrections, returning }: Placed, place: Place): readonly Post[] => {
  const waiting = new Set(held)
  return Object.values(posts)
    .filter((post) =>
      returning.includes(post.Id)
        ? place === 'submitted'
        : placeOf(asBegun(corrections, post), me.Id) === place && !waiting.has(post.Id)
    )
    .sort(SORTS[place] ?? byRank)
}

/** Returns a post as it was when its correction began. */
const asBegun = (corrections: State['corrections'], post: Post): Post => {
  const { [post.Id]: correction } = corrections
  return correction === undefined ? post : begunFrom(correction)
}

type Placed = Pick<State, 'posts' | 'me' | 'held' | 'corrections' | 'returning'>

/** Orders posts as readers see them: those that are pinned first, the last pinned one above the others. */
const byRank = (one: Post, other: Post) => pinnedAt(other) - pinnedAt(one) || other.Order - one.Order
const pinnedAt = ({ PinnedOn }: Post) => (PinnedOn === undefined ? 0 : Date.parse(PinnedOn))
const byTime = (one: Post, other: Post) => Date.parse(one.PublishOn ?? '') - Date.parse(other.PublishOn ?? '')
/** Orders posts so that those that wait longest come first. */
const byWaiting = (one: Post, other: Post) => Date.parse(one.SubmittedOn ?? '') - Date.parse(other.SubmittedOn ?? '')
/** Orders comments in the same way, so that those that arrive move no button. */
const byAge = (one: Post, other: Post) => one.Id - other.Id
const SORTS: Readonly<Partial<Record<Place, typeof byTime>>> = { later: byTime, submitted: byWaiting, comments: byAge }

/** Returns whether an editor has returned one of the user's drafts. */
export const hasReturned = (state: Placed): boolean =>
  postsIn(state, 'drafts').some(({ ReturnNote }) => ReturnNote !== undefined)

/** Returns the posts of the timeline that match its filter, without those below posts that the page has not read. */
export const timelineOf = (state: State): readonly Post[] => {
  const { matches, filter, floor = -Infinity, corrections } = state
  if (matches === undefined) {
    return postsIn(state, 'timeline').filter(
      ({ Id, Order, PinnedOn }) => Order >= floor || PinnedOn !== undefined || Id in corrections
    )
  }
  return matches.ids
    .flatMap((id) => state.posts[id] ?? [])
    .filter((post) => {
      const begun = asBegun(corrections, post)
      return isListed(filter, begun) && isIn(filter.only, begun) && !state.held.includes(post.Id)
    })
    .sort(byRank)
}

/** Returns the posts of a panel that match the filter. */
export const shownIn = (state: State, panel: Panel): readonly Post[] =>
  panel === 'timeline'
    ? timelineOf(state)
    : postsIn(state, panel).filter((post) => matches(asBegun(state.corrections, post), elsewhere(state)))

/** Only published posts are pinned, or key points. */
const elsewhere = ({ filter: { only, ...filter } }: State): Filter =>
  only === 'pictures' ? { ...filter, only } : filter

/** Returns the posts that have their place by their order, and not by a pin. */
export const unpinned = (posts: readonly Post[]): readonly Post[] =>
  posts.filter(({ PinnedOn }) => PinnedOn === undefined)

/** Returns the number of posts that wait in a place, also of those that the page has not read. */
export const countIn = (state: State, place: WaitingPlace): number =>
  postsIn(state, place).length + (state.beyond[place]?.count ?? 0)

/** Returns the pictures that have to be sent, those of posts that wait first. */
export const waitingPictures = ({
  outbox,
  draft,
  corrections
}: Pick<State, 'outbox' | 'draft' | 'corrections'>): readonly Picture[] =>
  [...outbox, { draft }, ...Object.values(corrections)].flatMap((each) => waitingIn(each.draft))

/** Returns how many characters the content of a draft has too many; negative while there is room. */
export const surplusOf = (draft: Draft, { limits }: Pick<DeskBlog, 'limits'>): number =>
  bodyOf(draft).Content.length - limits.content

/** Returns a number with its noun: `1 character`, `2 characters`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the pictures of a draft that have to be sent. */
export const waitingIn = ({ pictures }: Draft): readonly Picture[] =>
  pictures.filter(({ address, reason }) => address === '' && reason === undefined)

/** Returns whether a draft has anything to send. */
export const hasText = ({ text, markup = '', pictures, fields }: Draft): boolean =>
  text.trim() !== '' ||
  markup.replace(/<(?!img|video|audio)[^<>]*>/g, '').trim() !== '' ||
  pictures.length > 0 ||
  Object.values(fields).some((value) => value.trim() !== '')

/** Returns whether the page has the box in which people write. One with a text stays in the page of a closed blog. */
export const hasBox = ({ mayPost, blog, draft }: Pick<State, 'mayPost' | 'blog' | 'draft'>): boolean =>
  (mayPost && !blog.IsClosed) || hasText(draft)
