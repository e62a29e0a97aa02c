/** The subjects of feeds: a blog, or the whole service. */
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, feedsOf } from '../pages/addresses.ts'
import { plainText, sanitise } from '../pages/markup.tsx'
import type { FeedSource } from './entries.ts'

/** Returns a blog as the source of its feeds. @param base base URL, without a final slash */
export const blogSource = (base: string, blog: LiveBlog): FeedSource => {
  const { atom, json } = feedsOf(base, blog.Id)
  return {
    title: blog.Title,
    description: plainText(sanitise(blog.Description)),
    language: blog.Language,
    page: blogAddress(base, blog.Id),
    atom: atom.href,
    json: json.href,
    since: blog.CreatedOn,
    isOver: blog.ClosedOn !== undefined
  }
}

/** Returns the whole service as the source of its feeds. @param site its name and language */
export const serviceSource = (
  base: string,
  site: { readonly name: string; readonly language: string }
): FeedSource => ({
  title: site.name,
  description: '',
  language: site.language,
  page: `${base}/live`,
  atom: `${base}/live/atom`,
  json: `${base}/live/feed.json`,
  since: new Date(0),
  isOver: false
})
