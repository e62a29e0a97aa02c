/**
 * Follows sources without change numbers, which are feeds and blogs of Live Blog 3: looks at them again and again, and
 * brings what differs. A look is a comparison that knows a part of the source only, so posts that it lacks stay.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Copies, Hold, SourcePost } from '../../db/copies/index.ts'
import type { FollowedSync } from '../../db/syncs.ts'
import { fit, idOf } from '../fit.ts'
import type { ForeignPost } from '../foreign.ts'
import { uuidOf } from '../identity.ts'
import { recogniseAddress } from '../recognise.ts'
import { Unavailable, type Bookmark, type SourcePage } from './documents.ts'
import { BlogFound, feedAt } from './feed.ts'
import { randomBetween, follow, reasonOf, Stopped, type FollowerOptions } from './follower.ts'
import { liveBlog3At } from './liveblog3.ts'
import { unknownPost } from './wire.ts'

/** Posts that a follower remembers. It finds the marks of all others in the database. */
const MAX_SEEN = 100_000
/** Looks of which one asks again for pictures that earlier ones could not bring, because their host was away. */
const LOOKS_A_RETRY = 10

/** Follows a source until the signal ends it. Problems of the other service are noted, and tried again. */
export const poll = async (sync: FollowedSync, options: FollowerOptions): Promise<void> => {
  const { store, states, hold, signal, seconds } = options
  // The time of the last look is lost when a look is interrupted, or PostgreSQL crashes. Copies stay.
  const isFeed = async () =>
    sync.CId === undefined && (sync.ComparedOn !== undefined || (await store.copies(hold)).length > 0)
  const look = looker(sync, options)
  while (!signal.aborted) {
    let pause = 0
    try {
      pause = await look()
    } catch (error) {
      if (error instanceof Stopped || signal.aborted) return
      if (error instanceof BlogFound && !(await isFeed())) return follow({ ...sync, Address: error.address }, options)
      if (error instanceof Unavailable) ({ pause } = error)
      await states.fail(reasonOf(error))
    }
    const wait = Math.max(pause, randomBetween(seconds, 2 * seconds))
    await sleep(wait * 1000, undefined, { signal, ref: false }).catch(() => {})
  }
}

/**
 * Returns a function that looks at a source once, and returns the seconds for which the source asks not to be read
 * again. It throws Stopped if the hold was lost, and other errors if the source cannot be read.
 */
export const looker = (sync: FollowedSync, options: FollowerOptions): (() => Promise<number>) => {
  const { store, states, hold } = options
  const isLiveBlog3 = recogniseAddress(sync.Address)?.name === 'liveblog3'
  const look = (isLiveBlog3 ? liveBlog3At : feedAt)(sync.Address, options)
  /** The mark of each post that was brought or passed over. */
  const marks = new Map<string, string | undefined>()
  /** Ids of posts whose pictures may come later. */
  const unfinished = new Set<string>()
  let looks = 0
  /** The feed to which a web page has led, and whose entries may be copied. */
  let linkedBlog: string | undefined
  let isComplete = sync.ComparedOn !== undefined
  let bookmark: Bookmark = {}
  /**
   * Notes that the look has begun. If it is interrupted, the next one reads everything: it finds the changes of this
   * one in the copies, and further ones below them.
   */
  const begin = async () => {
    if (!isComplete) return
    await states.begin()
    isComplete = false
  }

  return async () => {
    if (marks.size > MAX_SEEN) marks.clear()
    const mustReadAll = !isComplete
    looks += 1
    const mustRetry = looks % LOOKS_A_RETRY === 0 && unfinished.size > 0
    if (mustRetry) {
      for (const id of unfinished) marks.delete(id)
      unfinished.clear()
    }
    let pause = 0
    let next: Bookmark = mustReadAll || mustRetry ? {} : bookmark
    for await (const page of look(next)) {
      if (page.isLinked && page.posts.length > 0 && page.blogId !== linkedBlog) {
        await requireSameFeed(page, store, hold)
        linkedBlog = page.blogId
      }
      const changed = await bringPage(page, { marks, unfinished }, store, hold, begin)
      ;({ pause, bookmark: next } = page)
      // A page without changes ends the look: the posts below it were read by an earlier look.
      if (page.isOlder && page.posts.length > 0 && changed === 0 && !mustReadAll) break
    }
    bookmark = next
    isComplete = true
    await states.succeed(undefined, true)
    return pause
  }
}

/**
 * Requires that a feed to which a web page leads is the one whose entries were copied before: an error page in place of
 * a feed leads to other feeds of its site.
 */
const requireSameFeed = async ({ blogId, posts }: SourcePage, store: Copies, hold: Hold): Promise<void> => {
  const copies = await store.copies(hold)
  const ids = new Set(posts.map(({ id }) => idOf(id)))
  const isSame = copies.some(
    ({ ForeignId, Uuid }) =>
      ids.has(ForeignId) || ids.has(withOtherScheme(ForeignId)) || Uuid === uuidOf(blogId, ForeignId)
  )
  if (copies.length > 0 && !isSame) throw new Error('The page leads to another feed than the one that was copied')
}

/**
 * Brings the posts of a page that differ from their copies.
 * @param begin is awaited before a copy changes
 * @returns the number of posts that differ, or are no copies of this source
 * @throws Stopped if the hold was lost
 */
const bringPage = async (
  { blogId, posts, leftOut }: SourcePage,
  { marks, unfinished }: { marks: Map<string, string | undefined>; unfinished: Set<string> },
  store: Copies,
  hold: Hold,
  begin: () => Promise<void>
): Promise<number> => {
  for (const refusal of leftOut) {
    const post = unknownPost(refusal)
    if (marks.has(post.id)) continue
    if ((await store.apply(hold, { post, refusal })) !== 'parked') throw new Stopped()
    marks.set(post.id, undefined)
  }
  const fresh: SourcePost[] = []
  for (const post of posts) {
    const fitted = fitting(post)
    if (marks.get(fitted.id) !== fitted.mark) fresh.push(fitted)
    await nextTurn()
  }
  if (fresh.length === 0) return 0
  const ids = new Set(posts.map(({ id }) => idOf(id)))
  const known = await store.copies(
    hold,
    fresh.flatMap(({ id }) => [id, withOtherScheme(id)])
  )
  const copies = new Map(known.map((copy) => [copy.ForeignId, copy]))
  // Ids that are addresses change when their site moves to HTTPS. A feed that has both addresses has two posts.
  const copyOf = (id: string) => {
    const other = withOtherScheme(id)
    return copies.get(id) ?? (ids.has(other) ? undefined : copies.get(other))
  }
  // A copy keeps its identity, even if its feed gets another id. Only feeds that tell identities know better.
  const read = fresh.map((post) => {
    const copied = copyOf(post.id)?.Uuid
    return { ...post, uuid: post.state === 'published' ? (post.uuid ?? copied ?? uuidOf(blogId, post.id)) : copied }
  })
  const others = await store.foreign(
    hold,
    read.flatMap(({ uuid }) => uuid ?? [])
  )
  const parked = await store.parked(hold)
  let changed = 0
  // The last posts of a page are the oldest, and a new copy belongs above its predecessors.
  for (const post of read.toReversed().toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const { Mark: mark, State: state } = copyOf(post.id) ?? {}
    const isEqual =
      post.state === 'published'
        ? mark === post.mark
        : state === post.state || (state === undefined && !parked.has(post.id))
    const isSettled = isEqual || others.has(post.uuid ?? '')
    if (!isSettled) await begin()
    const outcome = isSettled ? 'done' : await store.apply(hold, { post })
    if (outcome === 'lost' || outcome === 'resting') throw new Stopped()
    if (outcome === 'unfinished') unfinished.add(post.id)
    if (!isEqual) changed += 1
    marks.set(post.id, post.mark)
  }
  return changed
}

/** Returns an address with https in place of http, or the other way round; other ids as they are. */
const withOtherScheme = (id: string): string =>
  id.startsWith('http:') ? id.replace('http', 'https') : id.replace(/^https:/, 'http:')

/** Returns a number by which removals come first, because they make room, and then older posts. */
const orderOf = ({ state, publishedOn }: SourcePost): number => (state === 'published' ? Number(publishedOn ?? 0) : -1)

/** Returns a post as the copies know it. Formats without positions order posts by time. */
const fitting = (post: ForeignPost): SourcePost => {
  const { id, uuid, author, position } = fit(post, new Set([post.type])).post
  const moment = post.publishedOn ?? post.updatedOn
  return {
    ...post,
    ...{ id, uuid, author },
    content: post.state === 'deleted' ? '' : post.content,
    position: post.state === 'published' ? (position ?? (moment && (moment.getTime() / 1000).toFixed(3))) : undefined,
    // Feeds that are made for each request often give all entries the time of the request.
    mark: hash('sha256', JSON.stringify({ ...post, updatedOn: undefined }), 'base64url').slice(0, 22)
  }
}
