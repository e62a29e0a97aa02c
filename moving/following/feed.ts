/** Follows feeds: Atom, RSS and JSON Feed, and their archives, where they have some (RFC 5005). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ForeignBlog, ForeignPost } from '../foreign.ts'
import { isService, type Format } from '../formats/index.ts'
import { earlierPage, type PageLinks } from '../formats/paging.ts'
import { targetsOfPage, type PageTargets } from '../discovery.ts'
import { linkedAddress } from '../../plugins/outgoing/addresses.ts'
import { idOf } from '../fit.ts'
import { recognise, SAMPLE } from '../recognise.ts'
import {
  boundedPause,
  readDocument,
  Unavailable,
  type Bookmark,
  type Look,
  type PolledSource,
  type SourcePage
} from './documents.ts'

const ACCEPT =
  'application/feed+json, application/atom+xml, application/rss+xml, application/json;q=0.9, ' +
  'application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

/** Formats of feeds. A file in another format that imports read would be read as a whole at each look. */
const FEEDS: readonly string[] = ['atom', 'rss', 'json-feed']

/** Pages of an archive that a look reads, and ids of posts that it remembers of them, at most. */
const MAX_ARCHIVE = 200
const MAX_TOLD = 100_000
/** Entries of a feed, and things that are left out of them, at most. More would take the process from its readers. */
const MAX_FOUND = 20_000

/**
 * Returns a function that reads a feed if it has changed, and then the pages of its archive, the newest first.
 * @param address the address of the feed, or of a web page that links to it
 */
export const feedAt = (address: string, source: PolledSource): Look => {
  let feedAddress: URL | undefined
  /** Whether the address itself leads to a feed. A page that it shows later is an error, and links to other feeds. */
  let isFeed = false
  const look = async function* (bookmark: Bookmark, link = feedAddress): AsyncGenerator<SourcePage> {
    const isLinked = link !== undefined
    // The bookmark is that of a feed. A page that leads to one may not have changed for longer.
    const conditions = isLinked || isFeed ? bookmark : {}
    const feed = await readDocument(link ?? address, ACCEPT, source, conditions).catch((error: unknown) => {
      // The page may link to another feed now.
      feedAddress = undefined
      throw error
    })
    if (feed.bytes === undefined) {
      yield { blogId: address, posts: [], leftOut: [], isLinked, isOlder: false, bookmark, pause: feed.pause }
      return
    }
    const linked = isLinked || isFeed ? undefined : await linkedFrom(feed.bytes, feed.url)
    if (linked?.blog !== undefined) throw new BlogFound(linked.blog)
    if (linked?.feed !== undefined) {
      yield* look({}, linked.feed)
      return
    }
    const { blog, posts, leftOut, links } = await readFeed(feed.bytes, address, feed.sentOn)
    isFeed ||= !isLinked
    const pause = Math.max(feed.pause, boundedPause(blog.pause ?? 0))
    // The identity of each post has a hash of it.
    const page = { blogId: idOf(blog.id), isLinked, bookmark: feed.bookmark, pause }
    yield { ...page, posts, leftOut, isOlder: false }
    // A feed that is refused ends here.
    feedAddress = link

    // The newest document about a post counts more than older ones, which caches may keep.
    const deliveredIds = new Set(posts.map(({ id }) => id))
    const visited = new Set([feed.url.href])
    let next = earlierOf(links, feed.url)
    while (
      next !== undefined &&
      !visited.has(next.href) &&
      visited.size <= MAX_ARCHIVE &&
      deliveredIds.size <= MAX_TOLD
    ) {
      visited.add(next.href)
      const older = await readArchive(next, source)
      if (older?.bytes === undefined) return
      const archived = await readFeed(older.bytes, address, older.sentOn)
      const undelivered = archived.posts.filter(({ id }) => !deliveredIds.has(id))
      yield { ...page, posts: undelivered, leftOut: archived.leftOut, isOlder: true }
      for (const { id } of archived.posts) deliveredIds.add(id)
      next = earlierOf(archived.links, older.url)
    }
  }
  return look
}

/** The address is a page of a Desk, whose blog can be followed by its changes. */
export class BlogFound extends Error {
  readonly address: string

  constructor({ href }: URL) {
    super(`The page leads to the blog ${href}`)
    this.address = href
  }
}

const linkedFrom = async (bytes: Uint8Array, url: URL): Promise<PageTargets | undefined> =>
  (await recognised(bytes))?.name === 'page' ? targetsOfPage(bytes, url) : undefined

/** Reads a page of an archive. Returns undefined if it does not exist: many feeds lead beyond their end. */
const readArchive = (url: URL, source: PolledSource) =>
  readDocument(url, ACCEPT, source).catch((error: unknown) => {
    if (!(error instanceof Unavailable) || !GONE.includes(error.status)) throw error
    source.warn(`The archive of the feed ends with an error: ${error.message}`)
    return undefined
  })

const GONE: readonly number[] = [404, 410]

/** Returns the address of the page before a page; undefined if there is none, or it has another origin. */
const earlierOf = (links: PageLinks, url: URL): URL | undefined => {
  const address = earlierPage(links)
  const earlier = address === undefined ? undefined : linkedAddress(address, url.href)
  return earlier?.origin === url.origin ? earlier : undefined
}

/**
 * Reads a feed.
 * @param sentOn when its server answered, in milliseconds since 1970
 * @throws Error if it is not a feed, or not complete
 */
const readFeed = async (bytes: Uint8Array, address: string, sentOn: number) => {
  const format = await recognised(bytes)
  if (format === undefined || isService(format) || !FEEDS.includes(format.name)) {
    throw new Error('The address leads to no feed: neither Atom nor RSS nor JSON Feed')
  }
  const posts = new Map<string, ForeignPost>()
  const leftOut: string[] = []
  const links: PageLinks = new Map()
  let blog: ForeignBlog = { kind: 'blog', id: address }
  let count = 0
  for await (const item of format.read(piecesOf(bytes), address, links)) {
    count += 1
    if (count > MAX_FOUND) throw new Error(`The feed has more than ${MAX_FOUND} entries, tags and links`)
    await nextTurn()
    if (item.kind === 'blog') blog = item
    else if (item.kind === 'post') {
      const other = posts.get(item.id)
      if (other === undefined || momentOf(item) > momentOf(other)) posts.set(item.id, item)
    } else if (item.what === 'syntax') throw new Error(item.why.slice(0, 200))
    else if (item.post === undefined) leftOut.push(item.why)
  }
  return { blog, posts: withoutTimesOfRequest([...posts.values()], sentOn), leftOut, links }
}

/** Milliseconds from the time of an entry to that of the answer, if the server has made up the first one, too. */
const INSTANT = 10_000

/** Returns posts without their times if all have that of the answer: they would move with each look. */
const withoutTimesOfRequest = (posts: readonly ForeignPost[], sentOn: number): readonly ForeignPost[] => {
  const published = posts.filter(({ state }) => state === 'published')
  const isMadeUp = published.every(({ publishedOn }) => Math.abs(Number(publishedOn) - sentOn) < INSTANT)
  return isMadeUp && published.length > 1
    ? posts.map((post) => ({ ...post, createdOn: undefined, publishedOn: undefined }))
    : posts
}

const recognised = (bytes: Uint8Array): Promise<Format | undefined> =>
  recognise({ address: '', bytes: bytes.subarray(0, SAMPLE) }).catch(() => undefined)

/** Returns when a post was last changed. A feed may have a post and its removal, of which the later one counts. */
const momentOf = ({ deletedOn, updatedOn, publishedOn }: ForeignPost): number =>
  Number(deletedOn ?? updatedOn ?? publishedOn ?? 0)

/** Returns a document in pieces. Requests are answered in between: parsing 8 MiB takes a second. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE)
    await nextTurn()
  }
}

const PIECE = 65_536
