/** Reads Atom feeds (RFC 4287) with tombstones (RFC 6721). */
import { plainText } from '../../plugins/pages/markup.tsx'
import { linkedAddress } from '../../plugins/outgoing/addresses.ts'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'
import { lost, type Foreign, type ForeignBlog } from '../foreign.ts'
import { postFrom, removedPost, withEmojis } from './entries.ts'
import { dateOf } from './json.ts'
import { lostTexts, unreadableDates } from './losses.ts'
import { ATOM, collectLink, type PageLinks } from './paging.ts'
import { childText, childrenOf, elementsIn, isElement, markupOf, syntaxLoss, textOf, type XmlElement } from './xml.ts'

const TOMBSTONES = 'http://purl.org/atompub/tombstones/1.0'

/**
 * Reads a feed, whose newest entries come first.
 * @param address the address of the feed, which identifies a feed without an id
 * @param links gets the links to other pages of the feed
 */
export async function* readAtom(
  bytes: AsyncIterable<Uint8Array>,
  address: string,
  links: PageLinks = new Map()
): AsyncGenerator<Foreign> {
  let head: Head = { address }
  let isBegun = false
  for await (const element of elementsIn(bytes, { containers: ['feed'] })) {
    if (!isElement(element)) {
      yield syntaxLoss(element)
      continue
    }
    const isEntry = element.name === 'entry' && element.uri === ATOM
    const isTombstone = element.name === 'deleted-entry' && element.uri === TOMBSTONES
    if (!isEntry && !isTombstone) {
      collectLink(element, links)
      head = withHead(head, element)
      continue
    }
    if (!isBegun) yield blogOf(head)
    isBegun = true
    if (isEntry) yield* entryOf(element, head)
    else yield* tombstoneOf(element)
  }
  if (!isBegun) yield blogOf(head)
}

/** The beginning of a feed, as far as it has been read. */
interface Head {
  readonly address: string
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly language?: string | undefined
  readonly link?: string | undefined
  /** Name of the author of all entries that name none. */
  readonly author?: string | undefined
}

const withHead = (earlier: Head, element: XmlElement): Head => {
  const { lang = earlier.language, base = '' } = element.parent?.attributes ?? {}
  const head = { ...earlier, language: lang }
  if (element.uri !== ATOM) return head
  if (element.name === 'id') return { ...head, id: textOf(element) }
  if (element.name === 'title') return { ...head, title: plainTextOf(element) }
  if (element.name === 'subtitle') return { ...head, description: htmlOf(element) }
  if (element.name === 'author') return { ...head, author: head.author ?? childText(element, 'name', ATOM) }
  const { rel = 'alternate', href = '' } = element.attributes
  if (element.name !== 'link' || rel !== 'alternate') return head
  return { ...head, link: linkedAddress(href, linkedAddress(base, head.address)?.href ?? base)?.href }
}

const blogOf = ({ id, address, title, description, language, link }: Head): ForeignBlog => ({
  kind: 'blog',
  id: id ?? address,
  title,
  description,
  language,
  outputLink: link
})

/** @param feed the address of the feed, and the author of entries that name none */
function* entryOf(entry: XmlElement, feed: Pick<Head, 'address' | 'author'>): Generator<Foreign> {
  const links = childrenOf(entry, 'link', ATOM)
  const alternate = links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate')?.attributes.href
  const via = links.find(({ attributes: { rel, href = '' } }) => rel === 'via' && UUID.test(href))
  const id = childText(entry, 'id', ATOM) ?? alternate
  if (id === undefined) {
    yield lost(undefined, 'entry without id', 'An entry without an id was left out.')
    return
  }
  const published = dateOf(childText(entry, 'published', ATOM))
  const updated = dateOf(childText(entry, 'updated', ATOM))
  const [body] = [...childrenOf(entry, 'content', ATOM), ...childrenOf(entry, 'summary', ATOM)]
  const [titleElement] = childrenOf(entry, 'title', ATOM)
  const title = titleElement && plainTextOf(titleElement)
  const [author, ...others] = childrenOf(entry, 'author', ATOM)
  const name = author === undefined ? feed.author : childText(author, 'name', ATOM)
  yield postFrom({
    id,
    uuid: UUID.exec(via?.attributes.href ?? '')?.[1],
    title: title === name ? undefined : title,
    html: body === undefined ? '' : withEmojis(htmlOf(body)),
    link: alternate,
    feed: feed.address,
    author: name,
    published,
    updated
  })
  yield* unreadableDates(id, {
    published: childText(entry, 'published', ATOM),
    updated: childText(entry, 'updated', ATOM)
  })
  const people = [...others, ...childrenOf(entry, 'contributor', ATOM)].map((person) => childText(person, 'name', ATOM))
  yield* lostTexts(id, 'further author', people)
  yield* lostTexts(
    id,
    'category',
    childrenOf(entry, 'category', ATOM).map(({ attributes: { term } }) => term)
  )
  const unused = links.filter((link) => link !== via && !OWN_LINKS.includes(link.attributes.rel ?? 'alternate'))
  yield* lostTexts(
    id,
    'link',
    unused.map(({ attributes: { rel = '', href = '' } }) => `${rel} ${href}`)
  )
}

/** Links of an entry to itself. */
const OWN_LINKS: readonly string[] = ['alternate', 'self', 'edit', 'via']

/** The identity of a post, which feeds of Desk give as the address of its origin. */
const UUID = /^urn:uuid:([\da-f-]{36})$/i

function* tombstoneOf(element: XmlElement): Generator<Foreign> {
  const { ref = '', when } = element.attributes
  if (ref === '') yield lost(undefined, 'entry without id', 'A tombstone without an id was left out.')
  else {
    yield removedPost(ref, dateOf(when))
    yield* unreadableDates(ref, { when })
  }
}

/**
 * Returns a text construct (RFC 4287, section 3.1) without markup. Only the length that a post can have is read: levels
 * of markup take quadratic time.
 */
const plainTextOf = (element: XmlElement): string | undefined =>
  (element.attributes.type ?? 'text') === 'text'
    ? textOf(element)
    : plainText(htmlOf(element).slice(0, MAX_CONTENT)) || undefined

/** Returns a text construct (RFC 4287, section 3.1) as HTML. */
const htmlOf = (element: XmlElement): string => {
  const { type = 'text', src } = element.attributes
  if (src !== undefined) return `<p><a href="${escapeHtml(src)}">${escapeHtml(src)}</a></p>`
  if (type === 'xhtml') return markupOf(element).trim()
  const text = textOf(element) ?? ''
  return type === 'html' || type === 'text/html' ? text : escapeHtml(text)
}
