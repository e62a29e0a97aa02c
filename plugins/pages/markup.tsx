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

/** Returns markup without anything that could run, load or disturb the page. */
export const sanitise = (markup: string): string => safe.memo(markup).markup

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

/**
 * Returns the headline of a post as text: that of its content, else its first sentence, or as many of its first words
 * as fit. It is empty if the post has no text.
 */
export const headlineOf = (content: string): string => {
  const { headline, body } = splitHeadline(sanitise(content))
  if (headline !== undefined) return shortened(plainText(headline).replaceAll('\n', ' '), HEADLINE)
  const [line = ''] = plainText(body).split('\n', 1)
  const [sentence] = /^.{20,99}?[.!?…](?=\s|$)/u.exec(line) ?? []
  return sentence ?? shortened(line, HEADLINE)
}

/** Returns the text of a post below its headline, or all of it if there is nothing below. */
export const bodyTextOf = (content: string): string => {
  const markup = sanitise(content)
  return plainText(splitHeadline(markup).body) || plainText(markup)
}

/** Returns as many of the first words of a text as fit in a number of characters. */
export const shortened = (text: string, length: number): string => {
  if (text.length <= length) return text
  return `${text
    .slice(0, length)
    // Half of a character.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+\S*$/, '')}…`
}
