/**
 * Safe markup in pages: the only places where it enters them, the headline with which a post begins, and its pictures,
 * in a size that is known before they arrive, and in the stage that suits the screen. Scripts of pages use this too, so
 * nothing of the service is imported here.
 */
import { membersIn } from '../../schemas/language/rows.ts'
import type { PostLabels } from '../labels/labels.ts'
import { LINK_RELATION } from './allowed-markup.ts'
import { elementOf, escaped, pictureFrom, sizeFrom, unescaped, type Picture } from './media.ts'

/** Shows markup that is already safe: written by the HTML writer, or sanitised. */
export const Raw = ({ markup, ...attributes }: { markup: string; class?: string; dir?: 'auto' }) => (
  <div {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Shows safe markup as the headline of a post. */
export const RawHeadline = ({ markup, id }: { markup: string; id: string }) => (
  <h3 class="headline" id={id} dir="auto" dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Data for machines and scripts. The browser does not run it, and without `<` it cannot end its element. */
export const DataBlock = ({ type, data, id }: { type: string; data: object; id?: string }) => (
  <script type={type} id={id} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
)

/** Maximum number of characters of a headline, markup included. A longer line in bold is a paragraph that shouts. */
const MAX_HEADLINE = 200

/** Elements that begin a line. */
const BLOCKS = 'p|ul|ol|figure|blockquote|h\\d|div|table|pre|hr'
/** Elements in a line of text. */
const INLINE = 'a|abbr|cite|code|del|em|i|ins|q|s|small|span|sub|sup|u'
const lineWith = (elements: string) => `(?:[^<]|</?(?:${elements})\\b[^>]*>)+?`
const LINE = lineWith(INLINE)

const HEADING = new RegExp(`^\\s*<(h[2-4])\\b[^>]*>(?<headline>${lineWith(`${INLINE}|b|strong`)})</\\1>\\s*`)
/** Matches a paragraph in bold, or its first line, after which the paragraph goes on. */
const BOLD_PARAGRAPH = new RegExp(
  `^\\s*(?<start><(p|div)\\b[^>]*>)\\s*<(b|strong)>(?<headline>${LINE})</\\3>\\s*(?:</\\2>|(?<goesOn><br\\b[^>]*>))\\s*`
)
const BOLD_LINE = new RegExp(
  `^\\s*<(b|strong)>(?<headline>${LINE})</\\1>(?:\\s*<br\\b[^>]*>|[ \\t]*\\n|\\s*$|\\s*(?=<(?:${BLOCKS})\\b))`
)

/**
 * Splits the headline from the content of a post: a heading, or a line in bold, with which the content begins.
 * @param markup well-formed markup
 * @returns the headline, without elements that begin a line, or undefined, and all that follows it. Both are safe
 *   markup if the content is
 */
export const splitHeadline = (markup: string) => {
  for (const pattern of [HEADING, BOLD_PARAGRAPH, BOLD_LINE]) {
    const match = pattern.exec(markup)
    const { headline = '', start = '', goesOn } = match?.groups ?? {}
    if (match === null || headline.length > MAX_HEADLINE || headline.replace(/<[^<>]*>/g, '').trim() === '') continue
    return { headline, body: (goesOn === undefined ? '' : start) + markup.slice(match[0].length) }
  }
  return { headline: undefined, body: markup }
}

/** The picture that the meta data of a post describes. */
type MetaPicture = Pick<Picture, 'address' | 'size'>

export interface PictureContext {
  /** Base URL, without a final slash. */
  readonly base: string
  /** Meta data of the post. */
  readonly meta: string
  readonly labels: PostLabels
  /** Whether pictures are links to the whole picture. */
  readonly isLinked: boolean
  /** Whether the post is in the first screen, so that its pictures load at once. */
  readonly isFirst: boolean
}

/** Width of a picture in the column of posts (post.css), as the attribute `sizes` has it. */
const COLUMN = '(min-width: 760px) 714px, calc(100vw - 40px)'
/** Pictures that are less wide are shown in full, so they are not links. */
const MIN_LINKED = 320

/** Matches links, pictures and recordings in safe markup, whose attributes have double quotes. */
const TAGS = /<(\/?)(a|audio|img|video)\b((?:[^">]|"[^"]*")*)>/g

/**
 * Returns safe markup with its pictures in their sizes and stages, as links unless they are in one, and with the whole
 * addresses of recordings.
 */
export const pictured = (markup: string, context: PictureContext): string => {
  if (!/<(?:audio|img|video)\b/.test(markup)) return markup
  const metaPicture = metaPictureIn(context.meta)
  let depth = 0
  return markup.replace(TAGS, (tag, end: string, name: string, attributes: string) => {
    if (name === 'a') {
      depth += end === '' ? 1 : -1
      return tag
    }
    if (name !== 'img') return wholeSource(tag, context.base)
    const picture = pictureIn(attributes, context.base, metaPicture)
    const others = attributes.replace(ATTRIBUTE, (attribute, name = '') => (OWN.test(name) ? '' : attribute))
    const element = elementOf(picture, { others, sizes: COLUMN, isLate: !context.isFirst })
    const isWide = picture.size === undefined || picture.size.width >= MIN_LINKED
    if (!context.isLinked || depth > 0 || !isWide) return element
    const label = picture.alt.trim() === '' ? ` aria-label="${escaped(context.labels.text('The whole picture'))}"` : ''
    return `<a class="whole" href="${escaped(picture.address)}" rel="${LINK_RELATION}"${label}>${element}</a>`
  })
}

/** Returns safe markup with whole addresses of pictures and recordings. @param base base URL, without a final slash */
export const withWholeSources = (markup: string, base: string): string =>
  markup.replace(TAGS, (tag) => wholeSource(tag, base))

const wholeSource = (tag: string, base: string): string =>
  tag.replace(' src="/content/', () => ` src="${escaped(base)}/content/`)

/** Returns the first picture of a post; undefined if it has none. @param markup its content, made safe */
export const firstPicture = (
  markup: string,
  { base, meta }: Pick<PictureContext, 'base' | 'meta'>
): Picture | undefined => {
  for (const [, , name, attributes = ''] of markup.matchAll(TAGS)) {
    if (name === 'img') return pictureIn(attributes, base, metaPictureIn(meta))
  }
  return undefined
}

/** Matches an attribute in safe markup, or the slash after the last one. */
const ATTRIBUTE = /\s(?:([\w-]+)(?:="([^"]*)")?|\/)/g
/** Matches the names of attributes that `elementOf` writes, and that of the slash, which has none. */
const OWN = /^(?:src|alt|width|height|)$/

/** Returns the picture of a tag. The size in the tag comes first: people write it to show a picture smaller. */
const pictureIn = (attributes: string, base: string, metaPicture: MetaPicture | undefined): Picture => {
  const entries = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescaped(value)])
  const { src = '', alt = '', width, height }: Record<string, string> = Object.fromEntries(entries)
  const picture = pictureFrom({ address: src, alt }, base)
  const own = sizeFrom(width, height)
  return { ...picture, size: own ?? picture.size ?? (metaPicture?.address === src ? metaPicture.size : undefined) }
}

const metaPictureIn = (meta: string): MetaPicture | undefined => {
  const { url, width, height } = membersIn(meta)
  return typeof url === 'string' ? { address: url, size: sizeFrom(width, height) } : undefined
}
