/** Undoes the changes that programs make to the text that people copy from them. */

/** Returns the markup that people mean with what they paste. */
export const asWritten = (markup: string): string =>
  withoutDirections(markup)
    .replace(WORD_LIST, asList)
    // Google Docs wraps all of it in an element for bold text whose style takes that back.
    .replace(/<b style="font-weight:\s*normal;?"/g, '<span')
    .replace(/<span\b[^<>]*\bstyle="([^"<>]*)"[^<>]*>([^<]*)<\/span>/g, asMark)
    // Between blocks, it has line breaks for empty lines.
    .replace(/(<\/(?:p|[ou]l|h\d|table|div)>)(?:\s*<br\b[^<>]*>)+/g, '$1')
    // Safari and Mail keep lines from breaking at the spaces next to an element.
    .replace(/<span class="Apple-converted-space">(?:&nbsp;|\u00a0)<\/span>/g, ' ')

/** Google Docs gives each block a direction. Without another one among them, they say nothing. */
const withoutDirections = (markup: string) =>
  markup.includes('docs-internal-guid') && !markup.includes(' dir="rtl"') ? markup.replaceAll(' dir="ltr"', '') : markup

/** Google Docs has styles instead of elements for bold and italic words. */
const asMark = (span: string, style: string, text: string): string => {
  const isBold = /font-weight:\s*(?:bold|[6-9]00)/.test(style)
  const isItalic = /font-style:\s*italic/.test(style)
  if (!isBold && !isItalic) return span
  const words = isItalic ? `<i>${text}</i>` : text
  return isBold ? `<b>${words}</b>` : words
}

/** Word has paragraphs instead of lists, each with its mark or number in front. */
const WORD_ITEM = /<p\b[^<>]*\bmso-list:[^<>]*>(.*?)<\/p>\s*/gis
const WORD_LIST = new RegExp(`(?:${WORD_ITEM.source})+`, 'gis')
const WORD_MARK = /<!(?:--)?\[if !supportLists\](?:--)?>(.*?)<!(?:--)?\[endif\](?:--)?>/is

const asList = (paragraphs: string): string => {
  const mark =
    WORD_MARK.exec(paragraphs)?.[1]
      ?.replace(/<[^<>]*>|&nbsp;/g, '')
      .trim() ?? ''
  const name = /^\(?\w{1,4}[.)]$/.test(mark) ? 'ol' : 'ul'
  const items = [...paragraphs.matchAll(WORD_ITEM)].map(([, item = '']) => `<li>${item.replace(WORD_MARK, '')}</li>`)
  return `<${name}>${items.join('')}</${name}>`
}
