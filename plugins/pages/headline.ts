/**
 * The headlines of posts. The service and the scripts of pages split contents alike, so nothing of the service is
 * imported here.
 */

/** The content of a post. Both parts are safe markup if the content is. */
export interface SplitContent {
  /** Markup of the headline, without elements that begin a line; undefined if the content has no headline. */
  readonly headline: string | undefined
  /** All that follows it. */
  readonly body: string
}

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
 */
export const splitHeadline = (markup: string): SplitContent => {
  for (const pattern of [HEADING, BOLD_PARAGRAPH, BOLD_LINE]) {
    const match = pattern.exec(markup)
    const { headline = '', start = '', goesOn } = match?.groups ?? {}
    if (match === null || headline.length > MAX_HEADLINE || headline.replace(/<[^>]*>/g, '').trim() === '') continue
    return { headline, body: (goesOn === undefined ? '' : start) + markup.slice(match[0].length) }
  }
  return { headline: undefined, body: markup }
}
