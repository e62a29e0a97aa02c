/** Turns posts of other services into rows, and compares them with the copies that an earlier import has stored. */
import { createHash } from 'node:crypto'
import { metaTextOf } from '../../db/copies/source-post.ts'
import { SPAN } from '../../db/imports/target.ts'
import type { CopyChange, ImportedPost, KnownCopy } from '../../db/imports/rows.ts'
import { lost, type ForeignPost, type Loss } from '../foreign.ts'
import { uuidOf } from '../identity.ts'

/** A post as the source has it, with the hashes of all its states in this batch. */
export interface Candidate {
  readonly post: ForeignPost
  readonly seen: readonly string[]
  readonly losses: readonly Loss[]
}

type Fitted = Pick<Candidate, 'post' | 'losses'>

/** Milliseconds for which a draft can be planned ahead. */
const YEAR = 365 * 86_400_000

/** Returns a post as a candidate. */
export const candidateOf = (post: ForeignPost, losses: readonly Loss[]): Candidate => ({
  ...withinYear(withinSpan(post, losses)),
  seen: [createHash('sha256').update(JSON.stringify(post)).digest('base64url').slice(0, 22)]
})

/** Returns a post whose position, if it has one, leaves it below the posts that the blog has. */
const withinSpan = (post: ForeignPost, losses: readonly Loss[]): Fitted => {
  if (post.position === undefined || Number(post.position) < SPAN) return { post, losses }
  const why = `The position ${post.position} is not below ${SPAN}: the post is placed by its time.`
  return {
    post: { ...post, position: undefined },
    losses: [...losses, lost(post.id, 'position', why)]
  }
}

/** Returns a draft that is planned for the year to come, or not at all: readers must not get an old one at once. */
const withinYear = ({ post, losses }: Fitted): Fitted => {
  const wait = post.publishOn && post.publishOn.getTime() - Date.now()
  if (wait === undefined || (wait > 0 && wait < YEAR)) return { post, losses }
  const why = `Its time to be published, ${post.publishOn?.toISOString()}, is not in the year to come: it was left out.`
  return { post: { ...post, publishOn: undefined }, losses: [...losses, lost(post.id, 'plan', why)] }
}

/** Returns a post with a later state of it: properties that are absent there stay as they were. */
export const merged = (earlier: Candidate | undefined, later: Candidate): Candidate => {
  if (earlier === undefined) return later
  const defined = Object.entries(later.post).filter(([, value]) => value !== undefined)
  const content = later.post.state === 'deleted' ? { content: earlier.post.content, meta: earlier.post.meta } : {}
  return {
    post: { ...earlier.post, ...Object.fromEntries(defined), ...content },
    seen: [...earlier.seen, ...later.seen],
    losses: [...earlier.losses, ...later.losses]
  }
}

/** Returns the first moment in the life of a post that its source tells. */
const firstMoment = ({ createdOn, publishedOn, updatedOn, deletedOn }: ForeignPost): Date | undefined =>
  createdOn ?? publishedOn ?? updatedOn ?? deletedOn

/**
 * Returns the row of a new post.
 * @param fallback moment of a post that has none
 */
export const rowOf = ({ post, seen }: Candidate, blogId: string, fallback: Date): ImportedPost => {
  const moment = firstMoment(post) ?? fallback
  const isPublished = post.state === 'published'
  return {
    foreign_id: post.id,
    uuid: post.uuid ?? uuidOf(blogId, post.id),
    seen,
    type: post.type,
    content: post.content,
    meta: metaTextOf(post),
    byline: post.author,
    created_on: moment.toISOString(),
    published_on: (isPublished ? (post.publishedOn ?? moment) : deletedPublication(post))?.toISOString(),
    updated_on: post.updatedOn?.toISOString(),
    deleted_on: post.state === 'deleted' ? (post.deletedOn ?? moment).toISOString() : undefined,
    withdrawn_on: withdrawal(post, moment)?.toISOString(),
    // The database drops these three if the post is published.
    submitted_on: post.submittedOn?.toISOString(),
    publish_on: post.publishOn?.toISOString(),
    return_note: post.returnNote,
    comment_source: post.commentSource,
    is_key_point: post.isKeyPoint ?? false,
    position: post.position ?? Math.min(moment.getTime() / 1000, SPAN - 1).toFixed(3),
    state: stateOf(post)
  }
}

/** A deleted post keeps the moment when it was published, so that readers learn that it is gone. */
const deletedPublication = ({ state, publishedOn }: ForeignPost): Date | undefined =>
  state === 'deleted' ? publishedOn : undefined

/** A post that was withdrawn before it was deleted keeps that moment for the same reason. */
const withdrawal = ({ state, withdrawnOn, updatedOn }: ForeignPost, moment: Date): Date | undefined => {
  if (state === 'withdrawn') return withdrawnOn ?? updatedOn ?? moment
  return state === 'deleted' ? withdrawnOn : undefined
}

const stateOf = ({ state, isPinned, pinnedOn, isKeyPoint }: ForeignPost) => ({
  state,
  isPinned: isPinned ?? pinnedOn !== undefined,
  isKeyPoint: isKeyPoint ?? false
})

/** Returns whether a source has a post among its pinned ones. */
export const isPinned = ({ isPinned, pinnedOn }: Pick<ForeignPost, 'isPinned' | 'pinnedOn'>): boolean =>
  pinnedOn !== undefined || isPinned === true

/** Returns the changes of a source to a stored post; undefined if this state has been read before. */
export const changeOf = ({ post, seen }: Candidate, copy: KnownCopy): CopyChange | undefined => {
  const isSeen = seen.every((hash) => copy.Seen.includes(hash))
  if (isSeen) return undefined
  const state = { ...copy.State, ...definedState(post) }
  const isNewState = state.state !== copy.State.state && !copy.IsCorrected
  const moment = post.state === 'deleted' ? post.deletedOn : post.publishedOn
  return {
    post: copy.Post,
    foreign_id: post.id,
    seen: seen.filter((hash) => !copy.Seen.includes(hash)),
    state,
    replaces: post.state !== 'deleted' && !copy.IsCorrected,
    type: post.type,
    content: post.content,
    meta: metaTextOf(post),
    byline: post.author,
    updated_on: copy.IsCorrected ? undefined : post.updatedOn?.toISOString(),
    new_state: isNewState ? post.state : undefined,
    moment: (moment ?? post.updatedOn ?? post.createdOn ?? new Date()).toISOString(),
    is_key_point: state.isKeyPoint === copy.State.isKeyPoint ? undefined : post.isKeyPoint,
    unpins: copy.State.isPinned === true && state.isPinned === false
  }
}

/** Returns the parts of the state that the source tells. */
const definedState = ({ state, isPinned, pinnedOn, isKeyPoint }: ForeignPost) => ({
  state,
  ...(isPinned !== undefined && { isPinned }),
  ...(pinnedOn !== undefined && { isPinned: true }),
  ...(isKeyPoint !== undefined && { isKeyPoint })
})
