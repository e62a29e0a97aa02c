/** The entries of both feeds, and the limits of their size. */
import type { FeedPost } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { postAddress } from '../pages/addresses.ts'
import { escapeHtml } from '../representation/escape.ts'
import { sanitise, headlineOf, plainText, shortened } from '../pages/markup.tsx'

/** A post as feeds show it. */
export interface Entry {
  /** Address of the post, which is also its id. */
  readonly url: string
  /** The headline of the post. */
  readonly title: string
  readonly author: string
  readonly published: string
  readonly updated: string
  /** Safe markup. */
  readonly html: string
}

/** Maximum size of a feed in bytes. Feed readers cut or refuse larger ones. */
export const MAX_FEED = 100_000
/** Maximum size of an entry in bytes. Of longer posts, a feed shows only the start. */
const MAX_ENTRY = 20_000
/** Maximum number of characters of the start of a long post. */
const START = 500

/** Returns the entry of a post. @param base base URL, without a final slash */
export const entryOf = (base: string, blog: LiveBlog, post: FeedPost): Entry => {
  const html = sanitise(post.Content)
  const author = post.AuthorName ?? blog.Title
  return {
    url: postAddress(base, { Blog: blog.Id, Id: post.Id }),
    title: headlineOf(plainText(html)) || author,
    author,
    published: post.PublishedOn.toISOString(),
    updated: post.UpdatedOn.toISOString(),
    html
  }
}

/** Writes the first of some entries that fit into a number of bytes together. */
export const writeEntries = (
  posts: readonly FeedPost[],
  toEntry: (post: FeedPost) => Entry,
  write: (entry: Entry) => string,
  maxBytes: number
): string[] => {
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
  return write({ ...entry, html: `<p>${escapeHtml(shortened(plainText(entry.html), START))}</p>` })
}
