/**
 * Answers who reads or polls what a blog has published without asking the database: of each blog that is read, the
 * newest changes of its published list are kept, and read on when the database tells of more.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compareDecimals } from '../schemas/language/lexical.ts'
import { postChanges, type PostChange } from '../db/posts/changes.ts'
import type { PostPage } from '../db/posts/blog-posts.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { isPresentation } from '../schemas/language/presentation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * A page of a blog's published list, of all of it or of what follows a change.
     * @returns undefined when it must be read from the database: the query asks for more than that, or for what is too old
     */
    published: (blogId: number, query: ListQuery) => Promise<PostPage | undefined>
  }
}

/** What is kept of a blog: every change after `floor`, one for each post, the highest order first. */
interface Feed { readonly changes: readonly PostChange[], readonly listed: readonly PostChange[], readonly floor: number, readonly lastCId: number, readonly published: number }

/** The most changes kept of one blog, and of all. */
const WINDOW = 10_000
const MAX_CHANGES = 50_000

/** The parameters that can be answered from what is kept. */
const ANSWERED: ReadonlySet<string> = new Set(['cId.since', 'offset', 'limit', 'detailed', 'thumbSize'])

const deltas = async (app: FastifyInstance, { kept }: { kept: boolean }) => {
  const { newest } = postChanges(app.sql)
  const feeds = new LRUCache<number, Feed>({ maxSize: MAX_CHANGES, sizeCalculation: ({ changes }) => changes.length + 1 })
  const reading = new Map<number, Promise<Feed | undefined>>()
  /** Blogs that have changed since the latest reading of them began. */
  const stale = new Set<number>()

  app.changes.hear((heard) => {
    const changed = heard === 'everything' ? [...feeds.keys(), ...reading.keys()] : heard.map((tag) => Number(tag.replace('blog:', '')))
    for (const blogId of changed) if (feeds.has(blogId) || reading.has(blogId)) stale.add(blogId)
  })

  /** What is kept of a blog, read on if it has changed; those who come meanwhile wait for the same reading. */
  const feedOf = async (blogId: number): Promise<Feed | undefined> => {
    const known = feeds.get(blogId)
    const begun = reading.get(blogId)
    // A reading that has begun since the change was told is newer than what is kept.
    if (!stale.has(blogId) && (known !== undefined || begun !== undefined)) return begun ?? known
    stale.delete(blogId)
    const now = (async () => readOn(blogId, await begun?.catch(() => known) ?? known))()
    reading.set(blogId, now)
    try {
      const feed = await now
      if (feed === undefined) feeds.delete(blogId)
      else feeds.set(blogId, feed)
      return feed
    } catch (error) {
      stale.add(blogId)
      throw error
    } finally {
      if (reading.get(blogId) === now) reading.delete(blogId)
    }
  }

  const readOn = async (blogId: number, before: Feed | undefined): Promise<Feed | undefined> => {
    const page = await newest(blogId, before?.lastCId ?? 0, WINDOW)
    if (page === undefined) return undefined
    const { LastCId: lastCId, Published: published, changes } = page
    const oldest = changes.at(-1)
    const full = changes.length === WINDOW && oldest !== undefined
    const known = full || before === undefined ? { changes: [], floor: full ? oldest.CId - 1 : 0 } : before
    const changed = new Set(changes.map(({ Id }) => Id))
    const merged = known.changes.filter(({ Id }) => !changed.has(Id))
    for (const change of changes) merged.splice(placeOf(change, merged), 0, change)
    if (merged.length > 2 * WINDOW) return readOn(blogId, undefined)
    return { changes: merged, listed: merged.filter(({ Trimmed }) => !Trimmed), floor: known.floor, lastCId, published }
  }

  app.decorate('published', async (blogId: number, query: ListQuery) => {
    const since = query['cId.since']
    if (!kept || !Object.keys(query).every((name) => ANSWERED.has(name) || isPresentation(name))) return undefined
    const feed = await app.changes.catchUp() ? await feedOf(blogId) : undefined
    if (feed === undefined || (typeof since === 'number' ? since : 0) < feed.floor) return undefined
    const { offset, limit, detailed } = query
    const changes = typeof since === 'number' ? feed.changes.filter(({ CId }) => CId > since) : feed.listed
    const items = changes.slice(offset, offset + limit).map(({ Id, Order, Trimmed }) => ({ Blog: blogId, Id, Order, Trimmed }))
    if (!detailed) return { items }
    return { total: changes.length, limit: Math.min(limit, changes.length), offset, lastCId: feed.lastCId, offsetMore: feed.published, items }
  })
}

/** Where a change belongs among changes that are in order. */
const placeOf = ({ Order }: PostChange, changes: readonly PostChange[]): number => {
  let [from, to] = [0, changes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareDecimals(changes[middle]?.Order ?? '', Order) > 0) from = middle + 1
    else to = middle
  }
  return from
}

export default fp(deltas, { name: 'deltas', dependencies: ['changes'], fastify: '5.x' })
