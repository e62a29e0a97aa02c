/** Turns typed text into the content of a post, and back. */
import { elementAt, escaped, unescaped } from '../../pages/media.ts'

/** A picture, sound or video that is part of a post. */
export interface ContentPicture {
  readonly address: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Describes it for people who do not see or hear it. */
  readonly description: string
  readonly credit: string
}

const TAG = /<(?=\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>)/i
const NOT_A_TAG = new RegExp(`<(?!${TAG.source.slice(1)})`, 'gi')
const BLOCK = /<(?:p|ul|ol|figure|blockquote|h\d|div|table|pre|hr)\b/i
const BLOCK_TAGS = /<(\/?)(p|[uo]l|li|fig(?:ure|caption)|blockquote|h[1-6]|div|table|thead|tbody|t[rdh]|pre)\b[^<>]*>/gi

/** Returns a text without the markup that the editor for rich text made: `text` has all of its tags. */
export const plain = <T extends { readonly markup?: string }>({ markup: _markup, ...others }: T): Omit<T, 'markup'> =>
  others

/**
 * Returns the markup of a text: an empty line begins a new paragraph, and simple tags such as `<b>` stay tags. A text
 * of one line stays a line.
 */
export const markupOf = (text: string): string => {
  const safe = text
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(NOT_A_TAG, '&lt;')
  return safe.includes('\n') ? withParagraphs(safe) : safe
}

/** Wraps the paragraphs around blocks. Empty lines inside of blocks stay as they are. */
const withParagraphs = (text: string): string => {
  let depth = 0
  return text
    .split(/(\n\s*\n)/)
    .map((part, index) => {
      if (index % 2 === 1) return depth === 0 ? '' : part
      if (depth === 0 && !BLOCK.test(part)) return part === '' ? '' : `<p>${part.replaceAll('\n', '<br>')}</p>`
      for (const [, end] of part.matchAll(BLOCK_TAGS)) depth = Math.max(0, depth + (end === '/' ? -1 : 1))
      return part
    })
    .join('')
}

/** Returns the text from which `markupOf` makes the same markup. It has all tags that stand for more than a line. */
export const textOf = (markup: string): string => {
  const isText = !BLOCK.test(markup) && !BREAK.test(markup)
  const parts = separated(markup).map((part, index) => {
    if (isText || BLOCK.test(part)) return part.trim()
    if (!EMPTY_LINE.test(part)) return linesOf(part)
    return index % 2 === 1 ? `<p>${part}</p>` : part
  })
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(ESCAPED, (all) => UNESCAPED.get(all) ?? all)
}

const BREAK = /<br\s*\/?>/i
/** A line break that a text would lose: next to another one, or at the edge. */
const EMPTY_LINE = /^\s*<br\b|<br\b[^<>]*>\s*(?:<br\b|$)/i

/** Returns the contents of paragraphs without attributes, and the markup between them. */
const separated = (markup: string): readonly string[] => {
  const open: string[] = []
  let isBroken = false
  const separated = markup.replace(BLOCK_TAGS, (tag: string, end: string, name: string) => {
    if (end === '') {
      open.push(tag)
      return open.length === 1 && tag === '<p>' ? SEPARATOR : tag
    }
    const begin = open.pop()
    isBroken ||= begin?.startsWith(`<${name}`) !== true
    return open.length === 0 && begin === '<p>' ? SEPARATOR : tag
  })
  return isBroken || open.length > 0 ? [markup] : separated.split(SEPARATOR)
}

/** No markup contains it. */
const SEPARATOR = '\u0000'

const linesOf = (markup: string): string =>
  markup
    // An expression for a line break in white space would search the rest of it at each space.
    .replace(/(<br\s*\/?>)?(\s+)/gi, (all, lineBreak: string | undefined, space: string) =>
      space.includes('\n') ? (lineBreak ?? ' ') : all
    )
    .replace(/<br\s*\/?>/gi, '\n')
    .trim()

/** Tags, which stay; tags that are shown as text, which stay escaped; and characters that need not be escaped. */
const ESCAPED =
  /<[^<>]*>|&lt;\/?[a-z][a-z0-9]*(?:\s(?:(?!&[lg]t;)[^<>])*)?\/?(?:&gt;|>)|&[lg]t;|&nbsp;|&amp;(?!#?\w+;)/gi
const UNESCAPED: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&nbsp;', '\u00a0']
])

/** Returns the content of a post: its markup, and its pictures and recordings below. */
export const contentOf = (markup: string, pictures: readonly ContentPicture[]): string => {
  if (pictures.length === 0) return markup
  const text = markup === '' || BLOCK.test(markup) ? markup : `<p>${markup}</p>`
  return text + pictures.map(figureOf).join('')
}

/** Stands between the description and the credit of a picture. */
const BETWEEN = ' · '

/** Returns the text below a picture. */
export const captionOf = ({ description, credit }: Pick<ContentPicture, 'description' | 'credit'>): string =>
  [description, credit].filter((part) => part !== '').join(BETWEEN)

const figureOf = (picture: ContentPicture): string => {
  const { address, width, height, description } = picture
  const size = width !== undefined && height !== undefined ? ` width="${width}" height="${height}"` : ''
  const caption = captionOf(picture)
  const text = caption === '' ? '' : `<figcaption>${escaped(caption)}</figcaption>`
  const element = elementAt(address)
  const [label, end] = element === 'img' ? ['alt', ''] : ['aria-label', ` controls></${element}`]
  const begin = `<figure><${element} src="${escaped(address)}" ${label}="${escaped(description)}"`
  return `${begin}${size}${end}>${text}</figure>`
}

/** A picture or recording as `contentOf` writes it, at the end of the content. */
const FIGURE = new RegExp(
  '<figure><(img|video|audio) src="([^"<>]*)" (?:alt|aria-label)="([^"<>]*)"(?: width="(\\d+)" height="(\\d+)")?' +
    '(?: controls></\\1)?>(?:<figcaption>([^<>]*)</figcaption>)?</figure>$'
)

/** Takes the pictures and recordings at the end of a content apart from its text. Others stay in the text. */
export const splitContent = (content: string): { markup: string; pictures: readonly ContentPicture[] } => {
  const [figure, , address = '', alt = '', width, height, text = ''] = FIGURE.exec(content) ?? []
  const [description, caption] = [unescaped(alt), unescaped(text)]
  const credit = description === '' ? caption : caption.slice((description + BETWEEN).length)
  if (figure === undefined || captionOf({ description, credit }) !== caption) return { markup: content, pictures: [] }
  const { markup, pictures } = splitContent(content.slice(0, -figure.length))
  const size = width === undefined ? {} : { width: Number(width), height: Number(height) }
  return { markup, pictures: [...pictures, { address: unescaped(address), ...size, description, credit }] }
}
