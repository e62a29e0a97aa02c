/** Turns texts of WordPress into markup. WordPress makes paragraphs of lines, and frames of addresses. */
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { dateOf } from './json.ts'

const BLOCK = /<(p|div|h[1-6]|ul|ol|table|blockquote|figure|pre|hr|section|article)[\s>/]/i
const ADDRESS = /^https?:\/\/\S+$/

/** Returns a text as markup. Lines become paragraphs, unless the text has blocks. */
export const paragraphs = (text: string): string => {
  const plain = withoutShortcodes(text).replace(/\r\n?/g, '\n').trim()
  if (plain === '' || BLOCK.test(plain)) return plain
  return plain
    .split(/\n\s*\n/)
    .map((block) => `<p>${block.trim().split('\n').map(lineOf).join('<br>')}</p>`)
    .join('')
}

const lineOf = (line: string): string =>
  ADDRESS.test(line.trim()) ? `<a href="${escapeHtml(line.trim())}">${escapeHtml(line.trim())}</a>` : line

/** Returns the first address alone on a line, whose page WordPress embeds; undefined without one. */
export const embedIn = (text: string): string | undefined =>
  withoutShortcodes(text)
    .split(/\r?\n/)
    .map((line) => line.replace(/<\/?(p|figure|div)[^<>]*>/gi, '').trim())
    .find((line) => ADDRESS.test(line))

/**
 * Returns a text in which shortcodes with contents are replaced by these, and comments of blocks are left out. An
 * expression for a whole shortcode would search the rest of the text at each beginning, and so for comments without
 * an end. Attributes have no brackets, so a shortcode that is not closed ends where the next one begins.
 */
const withoutShortcodes = (text: string): string => {
  const end = text.lastIndexOf('-->') + 3
  const plain = text.slice(0, end).replace(/<!--\s*\/?wp:[^]*?-->/g, '') + text.slice(end)
  const opening = /\[(caption|embed|audio|video|playlist)\b[^[\]]{0,500}\]/g
  const unclosed = new Set<string>()
  let result = ''
  let position = 0
  for (let match = opening.exec(plain); match !== null; match = opening.exec(plain)) {
    const [tag, name = ''] = match
    const start = match.index + tag.length
    const closing = unclosed.has(name) ? -1 : plain.indexOf(`[/${name}]`, start)
    if (closing < 0) {
      unclosed.add(name)
      opening.lastIndex = match.index + 1
    } else {
      result += plain.slice(position, match.index) + plain.slice(start, closing)
      position = closing + name.length + 3
      opening.lastIndex = position
    }
  }
  return result + plain.slice(position)
}

/** Names of shortcodes that would have to be carried out by a plugin of WordPress. */
export const shortcodesIn = (text: string): readonly string[] =>
  [...withoutShortcodes(text).matchAll(/\[(gallery|audio|video|playlist|poll|tweet|youtube|vimeo|instagram)\b/g)].map(
    ([, name = '']) => name
  )

/** Returns the moment of a date such as `2026-01-02 03:04:05`; undefined if it is malformed. */
export const momentOf = (text: string | undefined): Date | undefined =>
  text !== undefined && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? dateOf(`${text.replace(' ', 'T')}Z`)
    : undefined
