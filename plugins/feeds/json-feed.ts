/** Writes a blog as a JSON Feed (https://www.jsonfeed.org/version/1.1/). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, postAddress, feedsOf } from '../pages/addresses.ts'
import { sanitise, plainText } from '../pages/markup.tsx'
import { entryOf, MAX_FEED, writeEntries, type Entry } from './entries.ts'

/** Returns the feed of a blog. @param base base URL, without a final slash */
export const jsonFeed = (base: string, blog: LiveBlog, { posts, removed }: FeedPosts): string => {
  const { json } = feedsOf(base, blog.Id)
  const head = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: blog.Title,
    description: plainText(sanitise(blog.Description)),
    home_page_url: blogAddress(base, blog.Id),
    feed_url: json.href,
    language: blog.Language,
    ...(blog.ClosedOn !== undefined && { expired: true }),
    // JSON Feed has no removals, but lets a feed add objects whose names begin with an underscore.
    _desk: {
      removed: removed.map(({ Id, RemovedOn }) => ({
        id: postAddress(base, { Blog: blog.Id, Id }),
        removed_on: RemovedOn.toISOString()
      }))
    }
  })
  const write = (items: readonly string[]) => `${head.slice(0, -1)},"items":[${items.join(',')}]}\n`
  return write(
    writeEntries(posts, (post) => entryOf(base, blog, post), writeItem, MAX_FEED - Buffer.byteLength(write([])))
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
