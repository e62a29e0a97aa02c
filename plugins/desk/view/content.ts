/** Turns what people type into the content of a post, and back. */

/** A picture that is part of a post. */
export interface ContentPicture {
  readonly address: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Describes the picture for people who do not see it. */
  readonly description: string
  readonly credit: string
}

/** Maximum number of characters of a post's content; the interface refuses more. */
export const MAX_CONTENT = 65535

const TAG = /<(?=\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>)/i
const NOT_A_TAG = new RegExp(`<(?!${TAG.source.slice(1)})`, 'gi')
const BLOCKS = 'p|ul|ol|figure|blockquote|h\\d|div|table|pre'
const BLOCK = new RegExp(`<(?:${BLOCKS}|hr)\\b`, 'i')
const OPENED = new RegExp(`<(?:${BLOCKS})\\b`, 'gi')
const CLOSED = new RegExp(`</(?:${BLOCKS})\\s*>`, 'gi')

/** Returns text as markup that shows it as it is. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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
  return safe.includes('\n') ? paragraphsOf(safe) : safe
}

/** Puts paragraphs around the parts between empty lines, but not around or in elements that are blocks themselves. */
const paragraphsOf = (text: string): string => {
  let depth = 0
  return text
    .split(/\n\s*\n/)
    .map((part) => {
      const isInBlock = depth > 0 || BLOCK.test(part)
      depth += (part.match(OPENED) ?? []).length - (part.match(CLOSED) ?? []).length
      return isInBlock ? part : `<p>${part.replaceAll('\n', '<br>')}</p>`
    })
    .join('')
}

/** Returns the text from which `markupOf` makes markup. Tags that it does not make stay as they are. */
export const textOf = (markup: string): string => {
  const lines = markup
    .replace(/\s*<p>([^]*?)<\/p>\s*/gi, '\n\n$1\n\n')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return lines.replace(/&lt;(?!\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>)/gi, '<').replace(/&amp;(?!#?\w+;)/g, '&')
}

/** Returns the content of a post: its markup, and its pictures below. */
export const contentOf = (markup: string, pictures: readonly ContentPicture[]): string => {
  if (pictures.length === 0) return markup
  const text = markup === '' || BLOCK.test(markup) ? markup : `<p>${markup}</p>`
  return text + pictures.map(figureOf).join('')
}

const figureOf = ({ address, width, height, description, credit }: ContentPicture): string => {
  const size = width !== undefined && height !== undefined ? ` width="${width}" height="${height}"` : ''
  const caption = [description, credit].filter((part) => part !== '').join(' · ')
  const text = caption === '' ? '' : `<figcaption>${escaped(caption)}</figcaption>`
  return `<figure><img src="${escaped(address)}" alt="${escaped(description)}"${size}>${text}</figure>`
}

/** Returns the address if a text consists of one, with nothing else on its line; undefined otherwise. */
export const lonelyAddress = (text: string): string | undefined => {
  const lines = text.split('\n').map((line) => line.trim())
  const addresses = lines.filter((line) => /^https?:\/\/\S+$/i.test(line) && URL.canParse(line))
  return addresses.length === 1 ? addresses[0] : undefined
}
