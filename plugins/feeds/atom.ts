/** Writes a blog as an Atom feed (RFC 4287), with a tombstone for each removed post (RFC 6721). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogAddress, postAddress, feedsOf } from '../pages/addresses.ts'
import { sanitise, plainText } from '../pages/markup.tsx'
import { DECLARATION, elementWith, escapeText } from '../representation/xml.ts'
import { entryOf, MAX_FEED, writeEntries, type Entry } from './entries.ts'

const feed = elementWith('feed', 'xmlns', 'xmlns:at', 'xml:lang', 'xml:base')
const entry = elementWith('entry')
const tombstone = elementWith('at:deleted-entry', 'ref', 'when')
const author = elementWith('author')
const content = elementWith('content', 'type')
const link = elementWith('link', 'rel', 'type', 'href')
const plain = (name: string) => {
  const enclose = elementWith(name)
  return (text: string) => enclose([], escapeText(text))
}
const id = plain('id')
const title = plain('title')
const subtitle = plain('subtitle')
const name = plain('name')
const published = plain('published')
const updated = plain('updated')

const ATOM = 'http://www.w3.org/2005/Atom'
const TOMBSTONES = 'http://purl.org/atompub/tombstones/1.0'

/** Returns the feed of a blog. @param base base URL, without a final slash */
export const atomFeed = (base: string, blog: LiveBlog, { posts, removed }: FeedPosts): string => {
  const page = blogAddress(base, blog.Id)
  const { atom } = feedsOf(base, blog.Id)
  const moments = [blog.CreatedOn, ...posts.map((post) => post.UpdatedOn), ...removed.map((post) => post.RemovedOn)]
  const head = [
    id(page),
    title(blog.Title),
    subtitle(plainText(sanitise(blog.Description))),
    updated(new Date(Math.max(...moments.map(Number))).toISOString()),
    link(['self', 'application/atom+xml', atom.href]),
    link(['alternate', 'text/html', page]),
    ...removed.map(({ Id, RemovedOn }) =>
      tombstone([postAddress(base, { Blog: blog.Id, Id }), RemovedOn.toISOString()])
    )
  ].join('')
  const write = (contents: string) => DECLARATION + feed([ATOM, TOMBSTONES, blog.Language, `${base}/`], contents)
  const entries = writeEntries(
    posts,
    (post) => entryOf(base, blog, post),
    writeEntry,
    MAX_FEED - Buffer.byteLength(write(head))
  )
  return write(head + entries.join(''))
}

const writeEntry = (each: Entry): string =>
  entry(
    [],
    [
      id(each.url),
      title(each.title),
      published(each.published),
      updated(each.updated),
      author([], name(each.author)),
      link(['alternate', 'text/html', each.url]),
      content(['html'], escapeText(each.html))
    ].join('')
  )
