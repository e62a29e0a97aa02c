/**
 * Follows blogs of Live Blog 3 by the list that its own embeds read. Unlike the second version of the client API, this
 * one also lists posts that were withdrawn or deleted, and tells positions.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Foreign, ForeignPost } from '../foreign.ts'
import { dateIn, documentFrom, numberIn, objectIn, objectsIn, type JsonObject } from '../formats/json.ts'
import { apiOf, postOf } from '../formats/liveblog3.ts'
import { readDocument, type Look, type PolledSource } from './documents.ts'

/** Posts that are asked for at a time. */
const PAGE = 100
/** Posts that a page may have nevertheless, and pages that a look reads, at most. */
const MAX_POSTS = 1000
const MAX_PAGES = 1000
/** Milliseconds before the newest change that are read again: the index of the other service may be late. */
const OVERLAP = 120_000

/**
 * Returns a function that reads the changes of a blog: everything at the first look, and when the newest change of the
 * last look is gone, as after the blog was restored from a backup.
 */
export const liveBlog3At = (address: string, source: PolledSource): Look => {
  const { base } = apiOf(new URL(address))
  const look: Look = async function* (bookmark) {
    const list = new URL(`${base.href}/posts`)
    const query = JSON.stringify(queryOf(bookmark['since']))
    const before = Number(new Date(bookmark['since'] ?? 0))
    let newest = 0
    let count = 0
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      list.search = String(new URLSearchParams({ max_results: `${PAGE}`, page: `${page}`, source: query }))
      const { items, total, pause } = await readList(list, source)
      const results: Foreign[] = []
      for (const item of items) {
        results.push(...postOf(item, false))
        await nextTurn()
      }
      const posts = results.filter((value): value is ForeignPost => value.kind === 'post')
      newest = Math.max(newest, ...items.map(changedOn))
      const since = new Date(Math.min(Math.max(newest, before), Date.now())).toISOString()
      const leftOut = results.flatMap((value) => (value.kind === 'loss' && value.post === undefined ? [value.why] : []))
      const next = { bookmark: newest === 0 ? {} : { since }, pause }
      yield { blogId: base.href, posts, leftOut, isLinked: false, isOlder: false, ...next }
      count += items.length
      if (items.length === 0 || count >= (total ?? Infinity)) break
    }
    if (newest < before) yield* look({})
  }
  return look
}

/** Returns the query for all posts that are or were published, and have changed or become due since a moment. */
const queryOf = (since: string | undefined) => {
  const range = since && { gte: new Date(Date.parse(since) - OVERLAP).toISOString() }
  const isNew = { bool: { should: [{ range: { _updated: range } }, { range: { published_date: range } }] } }
  const filters = [{ terms: { post_status: ['open', 'submitted', 'draft'] } }, ...(range === undefined ? [] : [isNew])]
  // Corrections do not change this order, so no post leaves its page while the pages are read.
  const sort = [{ published_date: { order: 'asc', missing: '_last', unmapped_type: 'long' } }]
  return { query: { filtered: { filter: { and: filters } } }, sort }
}

const readList = async (list: URL, source: PolledSource) => {
  const { bytes, pause } = await readDocument(list, 'application/json', source)
  const document = documentFrom(Buffer.from(bytes ?? []).toString())
  if (document === undefined || !Array.isArray(document['_items'])) {
    throw new Error('The other service answered with something else than a list of posts')
  }
  const items = objectsIn(document, '_items')
  if (items.length > MAX_POSTS) throw new Error('The other service answered with more posts than it was asked for')
  return { items, total: numberIn(objectIn(document, '_meta') ?? {}, 'total'), pause }
}

/** Returns when a post changed or was published, whichever is later. */
const changedOn = (item: JsonObject): number =>
  Math.max(Number(dateIn(item, '_updated') ?? 0), Number(dateIn(item, 'published_date') ?? 0))
