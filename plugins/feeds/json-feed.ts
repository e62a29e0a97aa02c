/** Writes a blog as a JSON Feed (https://www.jsonfeed.org/version/1.1/). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, postAddress, feedsOf } from '../pages/addresses.ts'
import { sanitise, plainText } from '../pages/markup.tsx'
import { archiveAddress } from './archive.ts'
import { entryOf, writeEntries, type Entry, type FeedPage } from './entries.ts'

/** Returns the feed of a blog, or a page of its archive. @param base base URL, without a final slash */
export const jsonFeed = (base: string, blog: LiveBlog, { posts, removed }: FeedPosts, part: FeedPage): string => {
  const { json } = feedsOf(base, blog.Id)
  const opening = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: blog.Title,
    description: plainText(sanitise(blog.Description)),
    home_page_url: blogAddress(base, blog.Id),
    feed_url: json.href,
    ...(part.earlier && { next_url: archiveAddress(json.href, part.earlier) }),
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
  const write = (items: readonly string[]) => `${opening.slice(0, -1)},"items":[${items.join(',')}]}\n`
  const head = Buffer.byteLength(write([]))
  return write(writeEntries(posts, (post) => entryOf(base, blog, post), writeItem, part, head))
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
