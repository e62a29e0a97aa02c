/** Writes JSON Feeds (https://www.jsonfeed.org/version/1.1/). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import { postAddress } from '../pages/addresses.ts'
import { archiveAddress } from './archive.ts'
import { entryOf, writeEntries, type Entry, type FeedPage, type FeedSource } from './entries.ts'

/** Returns a feed, or a page of its archive. @param base base URL, without a final slash */
export const jsonFeed = (base: string, source: FeedSource, { posts, removed }: FeedPosts, part: FeedPage): string => {
  const opening = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: source.title,
    description: source.description,
    home_page_url: source.page,
    feed_url: source.json,
    ...(part.earlier && { next_url: archiveAddress(source.json, part.earlier) }),
    language: source.language,
    ...(source.isOver && { expired: true }),
    // JSON Feed has no removals, but lets a feed add objects whose names begin with an underscore.
    _desk: {
      removed: removed.map((post) => ({ id: postAddress(base, post), removed_on: post.RemovedOn.toISOString() }))
    }
  })
  const write = (items: readonly string[]) => `${opening.slice(0, -1)},"items":[${items.join(',')}]}\n`
  const head = Buffer.byteLength(write([]))
  return write(writeEntries(posts, (post) => entryOf(base, source, post), writeItem, part, head))
}

const writeItem = (entry: Entry): string =>
  JSON.stringify({
    id: entry.url,
    url: entry.url,
    title: entry.headline,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    _desk: { uuid: entry.uuid }
  })
