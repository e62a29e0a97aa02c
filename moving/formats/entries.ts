/** Posts from the entries of feeds, and of pages. */
import { linkedAddress } from '../../plugins/outgoing/addresses.ts'
import { embeddedAt, unescaped, webUrl } from '../../plugins/pages/media.ts'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { MAX_CONTENT } from '../../schemas/post.ts'
import type { ForeignPost } from '../foreign.ts'

/** An entry, whose headline and pictures may be outside of its text. */
interface Entry {
  readonly id: string
  readonly uuid?: string | undefined
  readonly title: string | undefined
  readonly html: string
  /** Address of the page of the entry, from which addresses in its text start. */
  readonly link: string | undefined
  /** Address of the feed, from which its links start. In an import of a file, it is no address. */
  readonly feed: string
  /** Markup of pictures that the text lacks. */
  readonly pictures?: string | undefined
  readonly author: string | undefined
  readonly published: Date | undefined
  readonly updated?: Date | undefined
}

/** Maximum characters of an author's name. Each entry of a feed can repeat that of the feed. */
const MAX_AUTHOR = 1000

/** Returns the post of an entry. */
export const postFrom = ({ link = '', feed, html, pictures = '', ...entry }: Entry): ForeignPost => {
  const { id, uuid, title, author, published, updated } = entry
  const page = linkedAddress(link) ?? linkedAddress(link, feed)
  // Such an entry has nothing but its page, as that of a video on a channel does.
  const isPage = link !== '' && page !== undefined && webUrl(page.href) !== undefined
  const isLink = isPage && isBare(html) && (title !== undefined || pictures === '')
  const url = videoIn(html, page) ?? (isLink ? page.href : undefined)
  return {
    kind: 'post',
    id,
    uuid,
    state: 'published',
    type: 'normal',
    content: (isLink ? linkTo(page, title) : withTitle(title, withWholeAddresses(html, page))) + pictures,
    meta: url === undefined ? {} : { url },
    author: author?.slice(0, MAX_AUTHOR),
    createdOn: published ?? updated,
    publishedOn: published ?? updated,
    updatedOn: published !== undefined && updated !== undefined && updated > published ? updated : undefined
  }
}

/** The address in a link, a picture or a recording, after the beginning of its tag. */
const ADDRESS = /(<(?:a|audio|img|video)\b[^<>]*?\s(?:href|src)=)(?:"([^"<>]+)"|'([^'<>]+)')/gi

/** Returns markup with whole addresses, as far as a post can have it: readers see it in pages of another service. */
const withWholeAddresses = (html: string, page: URL | undefined): string => {
  let room = MAX_CONTENT
  const whole = (tag: string, start: string, quoted?: string, address = quoted ?? '') => {
    // Character references other than that of an ampersand would become parts of the address.
    if (room < 0 || URL.canParse(address) || /&(?!amp;)#?\w+;/.test(address)) return tag
    const url = linkedAddress(address, page?.href)
    if (url === undefined) return tag
    // Long addresses must not make a text of many short ones a thousand times longer.
    room -= url.href.length
    return `${start}"${url.href}"`
  }
  return page === undefined ? html : html.slice(0, MAX_CONTENT).replace(ADDRESS, whole) + html.slice(MAX_CONTENT)
}

/** Returns the address of the first video in a frame: pages show frames of no other site, but a player for it. */
const videoIn = (html: string, page: URL | undefined): string | undefined =>
  [...html.slice(0, MAX_CONTENT).matchAll(FRAME)]
    .map(([, double, single = '']) => linkedAddress(unescaped(double ?? single), page?.href)?.href)
    .find((address) => address !== undefined && embeddedAt(address) !== undefined)

const FRAME = /<iframe\b[^<>]*?\ssrc=(?:"([^"<>]+)"|'([^'<>]+)')/gi

/** Returns the post of an entry that the source has removed. */
export const removedPost = (id: string, deletedOn: Date | undefined): ForeignPost => ({
  kind: 'post',
  id,
  state: 'deleted',
  type: 'normal',
  content: '',
  meta: {},
  deletedOn
})

/** Returns a picture as markup. @param legend markup */
export const figureOf = (address: string, legend = ''): string =>
  `<figure><img src="${escapeHtml(address)}">${legend}</figure>`

/** Returns markup in which emojis are characters: the feeds of WordPress have pictures in their place. */
export const withEmojis = (html: string): string => html.replace(EMOJI, '$1')

/** Such a picture, as WordPress writes it. */
const EMOJI = /<img [^<>]*? alt="([^"<>]*)" class="wp-smiley"[^<>]*>/g

/**
 * Returns the content of a post with the headline of its entry, unless the content begins with the same words, as in
 * feeds of services whose posts have no headlines.
 */
export const withTitle = (title: string | undefined, html: string): string => {
  const words = title === undefined ? '' : wordsOf(title)
  const text = html.slice(0, MAX_CONTENT).replace(/<[^<>]*>/g, ' ')
  if (title === undefined || words === '' || wordsOf(text).startsWith(words)) return html
  const markup = markupOfTitle(title)
  return html === '' ? `<p>${markup}</p>` : `<h3>${markup}</h3>${html}`
}

/** Returns a title as markup. Many services write it as markup, also where the format says that it is text. */
const markupOfTitle = (title: string): string => escapeHtml(title).replace(/&amp;(?=#?\w+;)/g, '&')

const linkTo = ({ href }: URL, title = href): string =>
  `<p><a href="${escapeHtml(href)}">${markupOfTitle(title)}</a></p>`

/** Returns whether markup has neither text nor a picture or recording. */
const isBare = (html: string): boolean =>
  html.length < MAX_CONTENT && !/<(?:img|audio|video)\b/i.test(html) && !/\S/.test(html.replace(NOTHING, ''))

const NOTHING = /<[^<>]*>|&nbsp;/g

/** Returns the words of a text, as far as a post can have it, to compare them with others. */
const wordsOf = (text: string): string =>
  text
    .slice(0, MAX_CONTENT)
    .replace(/&#?\w+;/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** Returns a text without markup as paragraphs, as far as a post can have it. The rest shows that it is too long. */
export const paragraphsOf = (text: string): string =>
  text
    .slice(0, MAX_CONTENT)
    .trim()
    .split(/\r?\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`)
    .join('') + escapeHtml(text.slice(MAX_CONTENT))
