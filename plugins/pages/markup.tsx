/**
 * Markup of posts: made safe, put into pages, and turned into text for places that show no markup, such as titles,
 * structured data and feeds.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { httpErrors } from '@fastify/sensible'
import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import sanitize from 'sanitize-html'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  ALLOWED_SCHEMES,
  DROPPED_WITH_CONTENTS,
  LINK_RELATION,
  MAX_DEPTH
} from './allowed-markup.ts'
import { splitHeadline } from './safe-markup.tsx'

const OPTIONS: sanitize.IOptions = {
  allowedTags: ALLOWED_ELEMENTS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedSchemes: ALLOWED_SCHEMES.href,
  allowedSchemesByTag: { img: ALLOWED_SCHEMES.src },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WITH_CONTENTS,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: LINK_RELATION } })
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined
}

/** Maximum size of the cache in characters. Without the cache, every page would sanitise all of its posts again. */
const MAX_CACHED = 4 * 1024 * 1024

const safe = new LRUCache<string, { readonly markup: string }>({
  maxSize: MAX_CACHED,
  sizeCalculation: ({ markup }, source) => markup.length + source.length + 1,
  memoMethod: (source) => ({ markup: sanitize(source, OPTIONS) })
})

/** The safe markup of a content, and its texts, if a document in the making shows them. */
interface Safe {
  readonly markup: string
  readonly headline?: string
  readonly text?: string
}

/** The markup of the document that is rendered now. */
let prepared: ReadonlyMap<string, Safe> = new Map()

/** Returns markup without anything that could run, load or disturb the page. */
export const sanitise = (markup: string): string => prepared.get(markup)?.markup ?? safe.memo(markup).markup

const TOO_LONG = 'The posts of this page are so long that it takes too long to make; ask for fewer, or for JSON'

/** Milliseconds for which markup is made safe before other requests go on, and for which a document may take. */
const TURN = 10
const MAX_TIME = 1500

/**
 * Renders a document with the contents of posts. Their markup is made safe before, and other requests go on in between:
 * that of a single long post can take a tenth of a second.
 * @param contents of the posts that the document shows
 * @param options.headlines whether it also shows their headlines (`headlineOf`)
 * @param options.texts whether it also shows their texts (`bodyTextOf`)
 * @param render renders at once
 * @throws HttpError 503 if that takes too long
 */
export const inTurns = async <Result,>(
  contents: readonly string[],
  render: () => Result,
  { headlines = false, texts = false } = {}
): Promise<Result> => {
  const made = new Map<string, Safe>()
  const end = performance.now() + MAX_TIME
  let began = performance.now()
  for (const content of contents) {
    const { markup } = safe.memo(content)
    made.set(content, {
      markup,
      ...(headlines && { headline: headlineIn(content) }),
      ...(texts && { text: bodyTextIn(markup) })
    })
    if (performance.now() - began < TURN) continue
    if (performance.now() > end) throw httpErrors.serviceUnavailable(TOO_LONG)
    await nextTurn()
    began = performance.now()
  }
  const before = prepared
  prepared = made
  try {
    return render()
  } finally {
    prepared = before
  }
}

/** Elements that continue a line. All others begin a new one, so that words of two blocks are not glued together. */
const INLINE = /^(a|abbr|b|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|time|u)$/
const HIDDEN = /^(script|style|template|noscript)$/

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
export const headlineOf = (content: string): string => prepared.get(content)?.headline ?? headlineIn(content)

const headlineIn = (content: string): string => {
  const { headline, body } = splitHeadline(sanitise(content.slice(0, HEADLINE_START)))
  if (headline !== undefined) return shortened(plainText(headline).replaceAll('\n', ' '), HEADLINE)
  const [line = ''] = plainText(body).split('\n', 1)
  const [sentence] = /^.{20,99}?[.!?…](?=\s|$)/u.exec(line) ?? []
  return sentence ?? shortened(line, HEADLINE)
}

/** Returns the text of a post below its headline, or all of it if there is nothing below. */
export const bodyTextOf = (content: string): string => prepared.get(content)?.text ?? bodyTextIn(sanitise(content))

const bodyTextIn = (markup: string): string => plainText(splitHeadline(markup).body) || plainText(markup)

/** Returns as many of the first words of a text as fit in a number of characters. */
export const shortened = (text: string, length: number): string => {
  if (text.length <= length) return text
  return `${text
    .slice(0, length)
    // Half of a character.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+\S*$/, '')}…`
}
