/** Brings posts that were read or changed into the state. */
import type { Row } from '../../../schemas/language/rows.ts'
import { isListed, matches } from './filter.ts'
import { isPost, type Post } from './post.ts'
import { placeOf } from './panels.ts'
import type { State } from './state.ts'
import type { Outgoing } from './writing.ts'
import { without } from './records.ts'

/** Cause of the arrival of posts: colleagues, the user's own action, or the user's wish to see more. */
export type Arrival = 'colleagues' | 'own' | 'asked'

/** Returns the changes of the state by documents of posts, the oldest change first. */
export const withPosts = (state: State, rows: readonly Row[], arrival: Arrival): Partial<State> => {
  const posts: Record<number, Post> = { ...state.posts }
  const held = new Set(state.held)
  const matchIds = new Set(state.matches?.ids)
  let { cursor, outbox, corrections } = state
  for (const row of rows) {
    const { Id: id, CId: change } = row
    if (typeof id !== 'number' || typeof change !== 'number') continue
    const { [id]: existing } = posts
    if (arrival === 'colleagues') cursor = Math.max(cursor, change)
    if (existing !== undefined && existing.CId > change) continue
    if (row.DeletedOn !== undefined || !isPost(row)) {
      delete posts[id]
      held.delete(id)
      const { [id]: correction } = corrections
      if (correction === undefined) continue
      corrections = without(corrections, id)
      outbox = [...outbox, orphanOf(correction)]
      continue
    }
    if (arrival === 'colleagues' && existing === undefined && isOlder(state, row)) continue
    if (!row.IsPublished) held.delete(id)
    else if (arrival === 'colleagues' && isNews(state, row, existing)) held.add(id)
    posts[id] = row
    if (state.matches !== undefined && isListed(state.filter, row) && matches(row, state.filter)) matchIds.add(id)
  }
  return {
    posts,
    cursor,
    outbox,
    corrections,
    held: [...held],
    ...(state.matches !== undefined && { matches: { ...state.matches, ids: [...matchIds] } })
  }
}

/** Returns whether a published post of a colleague has just appeared in the timeline. */
const isNews = ({ me, corrections }: State, post: Post, existing: Post | undefined) =>
  existing?.IsPublished !== true && post.Creator.Id !== me.Id && !(post.Id in corrections)

/** Returns whether a post belongs below the posts that the page shows. */
const isOlder = ({ floor = -Infinity, me }: State, post: Post): boolean =>
  placeOf(post, me.Id) === 'timeline' && post.PinnedOn === undefined && post.Order < floor

/** Reason for keeping a correction unsent: somebody has deleted its post. */
export const GONE = 'This post was deleted while you corrected it. “Edit” brings your text into the box above.'

/** The text of a correction whose post somebody has deleted: it waits for its author. */
const orphanOf = ({ draft, post, base }: State['corrections'][number]): Outgoing => ({
  key: crypto.randomUUID(),
  intent: 'correct',
  draft,
  target: { post, base },
  reason: GONE
})

/** Number of published posts that the page keeps when new ones are shown, so that a long night stays quick. */
const MAX_SHOWN = 500

/** Returns the state with the newest published posts only. Those that are being corrected stay. */
export const newest = ({ posts, corrections, floor }: State): Partial<State> => {
  const published = Object.values(posts).filter(({ IsPublished }) => IsPublished)
  const surplus = published.sort((one, other) => other.Order - one.Order).splice(MAX_SHOWN)
  if (surplus.length === 0) return { floor }
  const isKept = ({ Id, PinnedOn }: Post) => PinnedOn !== undefined || corrections[Id] !== undefined
  const gone = new Set(surplus.filter((post) => !isKept(post)).map(({ Id }) => Id))
  const remaining = Object.fromEntries(Object.entries(posts).filter(([, { Id }]) => !gone.has(Id)))
  return { posts: remaining, floor: published.at(-1)?.Order }
}
