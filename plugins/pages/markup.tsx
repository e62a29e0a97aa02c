/**
 * Markup of posts: made safe, put into pages, and turned into text for places that show no markup, such as titles,
 * structured data and feeds.
 */
import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import sanitize from 'sanitize-html'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  ALLOWED_SCHEMES,
  DROPPED_WITH_CONTENTS,
  FIXED_ATTRIBUTES,
  MAX_DEPTH,
  WITH_SOURCE
} from './allowed-markup.ts'
import { splitHeadline } from './safe-markup.tsx'
import { inTurns, type Steps } from '../steps.ts'

const OPTIONS: sanitize.IOptions = {
  allowedTags: ALLOWED_ELEMENTS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: ALLOWED_SCHEMES.href,
  allowedSchemesByTag: Object.fromEntries(WITH_SOURCE.map((name) => [name, ALLOWED_SCHEMES.src])),
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WITH_CONTENTS,
  nestingLimit: MAX_DEPTH,
  transformTags: Object.fromEntries(
    Object.entries(FIXED_ATTRIBUTES).map(([name, fixed]) => [
      name,
      (tagName, attribs): sanitize.Tag => ({ tagName, attribs: { ...attribs, ...fixed } })
    ])
  ),
  // The contents of a recording are for programs that cannot play it.
  exclusiveFilter: ({ tag, attribs }) => WITH_SOURCE.includes(tag) && attribs.src === undefined && 'excludeTag'
}

/** The safe markup of a content. The texts are made when they are first asked for. */
interface Safe {
  readonly markup: string
  headline?: string
  text?: string
}

/** Maximum size of the cache in characters. Without the cache, every page would sanitise all of its posts again. */
const MAX_CACHED = 16 * 1024 * 1024

const safe = new LRUCache<string, Safe>({
  maxSize: MAX_CACHED,
  sizeCalculation: ({ markup }, source) => markup.length * 2 + source.length + 1,
  memoMethod: (source) => ({ markup: contained(sanitize(source, OPTIONS)) })
})

/** Matches tags of headings, lists and tables in safe markup, whose attributes contain no `>`. */
const PLACED = /<(\/?)(h[2-4]|li|ol|ul|t(?:able|body|d|h|head|r))\b[^>]*>/g

/**
 * Returns safe markup with a `div` in place of each heading in a heading, item that is not in a list, part of a table
 * that is in none, and table in one but not in a cell. Browsers end the elements around these early, whose own end tags
 * then end elements of the page.
 */
const contained = (markup: string): string => {
  const open: string[] = []
  return markup.replace(PLACED, (tag, end: string, name: string) => {
    if (end === '') open.push(isPlaced(name, open) ? name : 'div')
    const shown = end === '' ? open.at(-1) : open.pop()
    return shown === name ? tag : `<${end}div>`
  })
}

const isPlaced = (name: string, around: readonly string[]): boolean => {
  if (name === 'li') return /^[ou]l$/.test(around.at(-1) ?? '')
  if (name.startsWith('h')) return !around.some((outer) => outer.startsWith('h'))
  // Outside of tables, the rules of a cell hold.
  const table = around.findLast((outer) => outer.startsWith('t')) ?? 'td'
  return !name.startsWith('t') || (name === 'table') === /^t[dh]$/.test(table)
}

/** Returns markup without anything that could run, load or disturb the page. */
export const sanitise = (markup: string): string => safe.memo(markup).markup

/**
 * Prepares the contents of posts for a document that is rendered afterwards. Other requests go on in between: a single
 * long post can take a tenth of a second.
 * @param uses functions that the document calls with each content, and that remember the result
 * @throws HttpError 503 as `inTurns` does
 */
export const prepare = (
  contents: readonly string[],
  ...uses: readonly ((content: string) => unknown)[]
): Promise<void> => inTurns(preparations(contents, uses))

const preparations = function* (
  contents: readonly string[],
  uses: readonly ((content: string) => unknown)[]
): Steps<undefined> {
  for (const content of contents) {
    for (const use of uses) use(content)
    yield
  }
}

/** Elements that continue a line. All others begin a new one, so that words of two blocks are not glued together. */
const INLINE = /^(a|abbr|b|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|time|u)$/
const HIDDEN = /^(script|style|template|noscript|audio|video)$/

/** Returns the text of markup: a line for each block, without empty lines. */
export const plainText = (markup: string): string => {
  let text = ''
  let hidden = 0
  const breakLine = (name: string) => {
    if (!INLINE.test(name)) text += '\n'
  }
  const parser = new Parser({
    ontext: (part) => {
      if (hidden === 0) text += part
    },
    onopentagname: (name) => {
      if (HIDDEN.test(name)) hidden += 1
      breakLine(name)
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) hidden -= 1
      breakLine(name)
    }
  })
  parser.end(markup)
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Maximum length of a headline, in characters. */
const HEADLINE = 100
/** Characters of a content in which its headline is looked for. */
export const HEADLINE_START = 2000

/**
 * Returns the headline of a post as text: that of its content, else its first sentence, or as many of its first words
 * as fit. It is empty if the post has no text.
 */
export const headlineOf = (content: string): string => {
  const start = safe.memo(content.slice(0, HEADLINE_START))
  start.headline ??= headlineIn(start.markup)
  return start.headline
}

const headlineIn = (markup: string): string => {
  const { headline, body } = splitHeadline(markup)
  if (headline !== undefined) return shortened(plainText(headline).replaceAll('\n', ' '), HEADLINE)
  const [line = ''] = plainText(body).split('\n', 1)
  const [sentence] = /^.{20,99}?[.!?…](?=\s|$)/u.exec(line) ?? []
  return sentence ?? shortened(line, HEADLINE)
}

/** Returns the text of a post below its headline, or all of it if there is nothing below. */
export const bodyTextOf = (content: string): string => {
  const whole = safe.memo(content)
  whole.text ??= plainText(splitHeadline(whole.markup).body) || plainText(whole.markup)
  return whole.text
}

/** Returns as many of the first words of a text as fit in a number of characters. */
export const shortened = (text: string, length: number): string => {
  if (text.length <= length) return text
  return `${text
    .slice(0, length)
    // Half of a character.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s\S*$/, '')}…`
}
