/** The entries of both feeds, and the limits of their size. */
import type { ChangeRange, FeedPost } from '../../db/posts/feed.ts'
import { postAddress } from '../pages/addresses.ts'
import { escapeHtml } from '../representation/escape.ts'
import { authorOf } from '../pages/article.tsx'
import { splitHeadline, withWholeSources } from '../pages/safe-markup.tsx'
import { sanitise, headlineOf, plainText, shortened } from '../pages/markup.tsx'

/** A post as feeds show it. */
export interface Entry {
  /** Address of the post, which is also its id. */
  readonly url: string
  /** The identity of the post, which its copies in other blogs share. */
  readonly uuid: string
  /** The headline of the post, or its first words. */
  readonly title: string
  /** The headline of the post if its content has one. */
  readonly headline?: string | undefined
  readonly author: string
  readonly published: string
  readonly updated: string
  /** Safe markup. */
  readonly html: string
}

/** The subject of a feed: a blog, or all blogs of the service. */
export interface FeedSource {
  readonly title: string
  /** Text without markup. */
  readonly description: string
  readonly language: string
  /** Address of the page for readers, which is also the id of the feed. */
  readonly page: string
  /** Addresses of the feeds. */
  readonly atom: string
  readonly json: string
  /** When a feed without posts was last updated. */
  readonly since: Date
  /** Whether there will be no more posts. */
  readonly isOver: boolean
}

/** The part of a blog's posts that a document shows, and the part that it links to. */
export interface FeedPage {
  /** The changes that a page of the archive shows; undefined in the feed itself, which has the newest posts. */
  readonly range?: ChangeRange
  /** The page of the archive with earlier changes; undefined if there are none. */
  readonly earlier?: ChangeRange | undefined
}

/** Maximum size of a feed in bytes. Feed readers cut or refuse larger ones. */
const MAX_FEED = 100_000
/** Maximum size of an entry in bytes. Of longer posts, a feed shows only the start. */
const MAX_ENTRY = 20_000
/** Maximum number of characters of the start of a long post, and of its content in which the start is looked for. */
const START = 500
const START_CONTENT = 5_000

/** Returns the contents of the posts that a document may show as a whole, in its order. */
export const contentsOf = (posts: readonly FeedPost[], { range }: FeedPage): string[] => {
  let length = 0
  return posts
    .map(({ Content }) => Content)
    .filter((content) => {
      const isLong = content.length > MAX_ENTRY
      const isShown = range !== undefined || length <= MAX_FEED
      length += isLong ? START : content.length
      return isShown && !isLong
    })
}

/** Returns the entry of a post. @param base base URL, without a final slash */
export const entryOf = (base: string, { title: feedTitle }: FeedSource, post: FeedPost): Entry => {
  const isLong = post.Content.length > MAX_ENTRY
  const markup = sanitise(isLong ? post.Content.slice(0, START_CONTENT) : post.Content)
  const author = authorOf(post) || feedTitle
  const title = headlineOf(post.Content) || author
  return {
    url: postAddress(base, post),
    uuid: post.Uuid,
    title,
    headline: splitHeadline(markup).headline && title,
    author,
    published: post.PublishedOn.toISOString(),
    updated: post.UpdatedOn.toISOString(),
    html: isLong ? startOf(markup) : withWholeSources(markup, base)
  }
}

/** Returns the start of a long post as markup. */
const startOf = (markup: string) => `<p>${escapeHtml(shortened(plainText(markup.slice(0, START_CONTENT)), START))}</p>`

/**
 * Writes the entries of a document. The feed itself has as many as fit; a page of the archive has all.
 * @param head bytes of the document without its entries
 */
export const writeEntries = (
  posts: readonly FeedPost[],
  toEntry: (post: FeedPost) => Entry,
  write: (entry: Entry) => string,
  { range }: FeedPage,
  head: number
): string[] => {
  const maxBytes = range === undefined ? MAX_FEED - head : Infinity
  const written: string[] = []
  let bytes = 0
  // Posts that don't fit are not made safe, which takes most of the time.
  for (const post of posts) {
    const text = writeBounded(toEntry(post), write)
    // One more for the comma between two entries.
    bytes += Buffer.byteLength(text) + 1
    if (bytes > maxBytes) break
    written.push(text)
  }
  return written
}

const writeBounded = (entry: Entry, write: (entry: Entry) => string): string => {
  const text = write(entry)
  if (Buffer.byteLength(text) <= MAX_ENTRY) return text
  return write({ ...entry, html: startOf(entry.html) })
}
