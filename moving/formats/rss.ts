/** Reads RSS 2.0 feeds, with the elements of Dublin Core, `content:encoded` and pictures that they often have. */
import type { Foreign, ForeignBlog } from '../foreign.ts'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { dateOf } from './json.ts'
import { collectLink, type PageLinks } from './paging.ts'
import { withTitle } from './titles.ts'
import { childText, childrenOf, elementsIn, isElement, textOf, type XmlElement } from './xml.ts'

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
      yield { kind: 'loss', what: 'syntax', why: `The feed is not well-formed: ${element.error}` }
    } else if (element.name === 'item') {
      if (head !== undefined) yield head
      head = undefined
      yield itemOf(element)
    } else {
      collectLink(element, links)
      head = head && withChannel(head, element)
    }
  }
  if (head !== undefined) yield head
}

/** Returns a blog with the property that an element of the channel has. */
export const withChannel = (blog: ForeignBlog, element: XmlElement): ForeignBlog => {
  const text = textOf(element)
  if (text === undefined || element.uri !== '') return blog
  if (element.name === 'title') return { ...blog, title: text }
  if (element.name === 'description') return { ...blog, description: text }
  if (element.name === 'language') return { ...blog, language: text }
  if (element.name === 'ttl') return { ...blog, pause: 60 * (Number(text) || 0) }
  return element.name === 'link' ? { ...blog, id: text, outputLink: text } : blog
}

const itemOf = (item: XmlElement): Foreign => {
  const id = childText(item, 'guid') ?? childText(item, 'link', '')
  if (id === undefined) return { kind: 'loss', what: 'entry without id', why: 'An item without a guid was left out.' }
  const date = dateOf(childText(item, 'pubDate') ?? childText(item, 'date', DUBLIN_CORE))
  const html = childText(item, 'encoded', CONTENT) ?? childText(item, 'description', '') ?? ''
  const author = childText(item, 'creator', DUBLIN_CORE) ?? childText(item, 'author', '')
  const title = childText(item, 'title', '')
  return {
    kind: 'post',
    id,
    state: 'published',
    type: 'normal',
    content: withTitle(title, html) + (html.includes('<img') ? '' : picturesOf(item)),
    meta: {},
    author,
    createdOn: date,
    publishedOn: date
  }
}

/** Returns the pictures that are attached to an item, as markup. */
const picturesOf = (item: XmlElement): string =>
  [...childrenOf(item, 'enclosure', ''), ...childrenOf(item, 'content', MEDIA), ...childrenOf(item, 'thumbnail', MEDIA)]
    .filter(({ name, attributes: { type = '', medium } }) => {
      return type.startsWith('image/') || medium === 'image' || name === 'thumbnail'
    })
    .slice(0, 1)
    .flatMap(({ attributes: { url } }) =>
      url === undefined ? [] : [`<figure><img src="${escapeHtml(url)}"></figure>`]
    )
    .join('')
