/** Headlines of entries. Posts of Desk have none. */
import { escapeHtml } from '../../plugins/representation/escape.ts'

/**
 * Returns the content of a post with the headline of its entry, unless the content begins with the same words, as in
 * feeds of services whose posts have no headlines.
 */
export const withTitle = (title: string | undefined, html: string): string => {
  const words = title === undefined ? '' : wordsOf(title)
  if (title === undefined || words === '' || wordsOf(html.replace(/<[^>]*>/g, ' ')).startsWith(words)) return html
  return html === '' ? `<p>${escapeHtml(title)}</p>` : `<h3>${escapeHtml(title)}</h3>${html}`
}

/** Returns the words of a text, to compare them with others. */
const wordsOf = (text: string): string =>
  text
    .replace(/&#?\w+;/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** Returns a text without markup as paragraphs. */
export const paragraphsOf = (text: string): string =>
  text
    .trim()
    .split(/\r?\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().split(/\r?\n/).map(escapeHtml).join('<br>')}</p>`)
    .join('')
