/** Writes a blog as a JSON Feed (https://www.jsonfeed.org/version/1.1/). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { sanitise } from '../pages/sanitise.ts'
import { plainText } from '../pages/text.ts'
import { feedsOf, livePath } from './addresses.ts'
import { entryOf, entryUrl, MAX_FEED, writeEntries, type Entry } from './entries.ts'

/** Returns the feed of a blog. @param base base URL, without a final slash */
export const jsonFeed = (base: string, blog: LiveBlog, { posts, removed }: FeedPosts): string => {
  const [, self] = feedsOf(base, blog.Id)
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: blog.Title,
    description: plainText(sanitise(blog.Description)),
    home_page_url: base + livePath(blog.Id),
    feed_url: self?.href,
    language: blog.Language,
    ...(blog.ClosedOn !== undefined && { expired: true }),
    // JSON Feed has no removals, but lets a feed add objects whose names begin with an underscore.
    _desk: {
      removed: removed.map((post) => ({
        id: entryUrl(base, blog.Id, post.Id),
        removed_on: post.RemovedOn.toISOString()
      }))
    }
  })
  const write = (items: readonly string[]) => `${head.slice(0, -1)},"items":[${items.join(',')}]}\n`
  return write(
    writeEntries(
      posts,
      (post) => entryOf(entryUrl(base, blog.Id, post.Id), blog.Title, post),
      writeItem,
      MAX_FEED - Buffer.byteLength(write([]))
    )
  )
}

const writeItem = (entry: Entry): string =>
  JSON.stringify({
    id: entry.url,
    url: entry.url,
    content_html: entry.html,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }]
  })
