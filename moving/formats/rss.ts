/** Reads RSS 2.0 feeds, with the elements of Dublin Core, `content:encoded` and pictures that they often have. */
import { MAX_CONTENT } from '../../schemas/post.ts'
import { lost, type Foreign, type ForeignBlog } from '../foreign.ts'
import { figureOf, postFrom, withEmojis } from './entries.ts'
import { dateOf } from './json.ts'
import { lostTexts, unreadableDates } from './losses.ts'
import { collectLink, type PageLinks } from './paging.ts'
import { childText, childrenOf, elementsIn, isElement, syntaxLoss, textOf, type XmlElement } from './xml.ts'

export const CONTENT = 'http://purl.org/rss/1.0/modules/content/'
export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
const MEDIA = 'http://search.yahoo.com/mrss/'

/**
 * Reads a feed, whose newest items come first.
 * @param address the address of the feed, which identifies a feed without a link
 * @param links gets the links to other pages of the feed
 */
export async function* readRss(
  bytes: AsyncIterable<Uint8Array>,
  address: string,
  links: PageLinks = new Map()
): AsyncGenerator<Foreign> {
  let head: ForeignBlog | undefined = { kind: 'blog', id: address }
  for await (const element of elementsIn(bytes, { containers: ['rss', 'channel'] })) {
    if (!isElement(element)) {
      yield syntaxLoss(element)
    } else if (element.name === 'item') {
      if (head !== undefined) yield head
      head = undefined
      yield* itemOf(element, address)
    } else {
      collectLink(element, links)
      head = head && withChannel(head, element)
    }
  }
  if (head !== undefined) yield head
}

/** Returns a blog with the property that an element of the channel sets. */
export const withChannel = (blog: ForeignBlog, element: XmlElement): ForeignBlog => {
  const text = textOf(element)
  if (text === undefined || element.uri !== '') return blog
  if (element.name === 'title') return { ...blog, title: text }
  if (element.name === 'description') return { ...blog, description: text }
  if (element.name === 'language') return { ...blog, language: text }
  if (element.name === 'ttl') return { ...blog, pause: 60 * (Number(text) || 0) }
  return element.name === 'link' ? { ...blog, id: text, outputLink: text } : blog
}

/** @param address the address of the feed */
function* itemOf(item: XmlElement, address: string): Generator<Foreign> {
  const link = childText(item, 'link', '')
  const id = childText(item, 'guid') ?? link
  if (id === undefined) {
    yield lost(undefined, 'entry without id', 'An item without a guid was left out.')
    return
  }
  const dateText = childText(item, 'pubDate') ?? childText(item, 'date', DUBLIN_CORE)
  const date = dateOf(dateText)
  const html = withEmojis(childText(item, 'encoded', CONTENT) ?? childText(item, 'description', '') ?? '')
  const author = childText(item, 'creator', DUBLIN_CORE) ?? childText(item, 'author', '')
  const title = childText(item, 'title', '')
  const files = filesOf(item)
  const picture = html.includes('<img') ? undefined : files.find(isPicture)
  const pictures = picture && figureOf(picture.attributes.url ?? '')
  yield postFrom({ id, title, html, link, feed: address, pictures, author, published: date })
  yield* unreadableDates(id, { pubDate: dateText })
  yield* lostTexts(id, 'category', childrenOf(item, 'category', '').map(textOf))
  const links = [childText(item, 'comments', ''), childrenOf(item, 'source', '')[0]?.attributes.url]
  yield* lostTexts(id, 'link', links)
  const others = files.filter((file) => file !== picture).map(({ attributes: { url } }) => url)
  const words = new Set(html.slice(0, MAX_CONTENT).match(WORDS))
  yield* lostTexts(
    id,
    'enclosure',
    others.filter((url) => url !== undefined && !words.has(url))
  )
}

/** The parts of markup of which one can be an address. A search of the markup for each file would take minutes. */
const WORDS = /[^\s"'<>]+/g

/** Returns the files that are attached to an item. */
const filesOf = (item: XmlElement): readonly XmlElement[] => [
  ...childrenOf(item, 'enclosure', ''),
  ...childrenOf(item, 'content', MEDIA),
  ...childrenOf(item, 'thumbnail', MEDIA)
]

const isPicture = ({ name, attributes: { type = '', medium, url } }: XmlElement): boolean =>
  url !== undefined && (type.startsWith('image/') || medium === 'image' || name === 'thumbnail')
