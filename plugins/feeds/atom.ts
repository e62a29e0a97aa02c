/** Writes Atom feeds (RFC 4287) with tombstones (RFC 6721) and an archive (RFC 5005). */
import type { FeedPosts } from '../../db/posts/feed.ts'
import { postAddress } from '../pages/addresses.ts'
import { DECLARATION, elementWith, escapeText, textElement } from '../representation/xml.ts'
import { archiveAddress } from './archive.ts'
import { entryOf, writeEntries, type Entry, type FeedPage, type FeedSource } from './entries.ts'

const feed = elementWith('feed', 'xmlns', 'xmlns:at', 'xmlns:fh', 'xml:lang', 'xml:base')
const entry = elementWith('entry')
const tombstone = elementWith('at:deleted-entry', 'ref', 'when')
const author = elementWith('author')
const content = elementWith('content', 'type')
const archive = elementWith('fh:archive')
const link = elementWith('link', 'rel', 'type', 'href')
const origin = elementWith('link', 'rel', 'href')
const id = textElement('id')
const title = textElement('title')
const subtitle = textElement('subtitle')
const name = textElement('name')
const published = textElement('published')
const updated = textElement('updated')

const ATOM = 'http://www.w3.org/2005/Atom'
const TOMBSTONES = 'http://purl.org/atompub/tombstones/1.0'
const HISTORY = 'http://purl.org/syndication/history/1.0'
const TYPE = 'application/atom+xml'

/** Returns a feed, or a page of its archive. @param base base URL, without a final slash */
export const atomFeed = (base: string, source: FeedSource, { posts, removed }: FeedPosts, part: FeedPage): string => {
  const moments = [source.since, ...posts.map((post) => post.UpdatedOn), ...removed.map((post) => post.RemovedOn)]
  const head = [
    id(source.page),
    title(source.title),
    subtitle(source.description),
    updated(new Date(Math.max(...moments.map(Number))).toISOString()),
    ...linksOf(source.atom, part),
    link(['alternate', 'text/html', source.page]),
    ...removed.map((post) => tombstone([postAddress(base, post), post.RemovedOn.toISOString()]))
  ].join('')
  const write = (contents: string) =>
    DECLARATION + feed([ATOM, TOMBSTONES, HISTORY, source.language, `${base}/`], contents)
  const entries = writeEntries(
    posts,
    (post) => entryOf(base, source, post),
    writeEntry,
    part,
    Buffer.byteLength(write(head))
  )
  return write(head + entries.join(''))
}

/** Returns the links of a document to itself and to the rest of the feed. */
const linksOf = (feed: string, { range, earlier }: FeedPage): string[] => [
  ...(range === undefined
    ? [link(['self', TYPE, feed])]
    : [archive([]), link(['self', TYPE, archiveAddress(feed, range)]), link(['current', TYPE, feed])]),
  ...(earlier === undefined ? [] : [link(['prev-archive', TYPE, archiveAddress(feed, earlier)])])
]

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
      origin(['via', `urn:uuid:${each.uuid}`]),
      content(['html'], escapeText(each.html))
    ].join('')
  )
