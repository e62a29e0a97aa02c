/**
 * Markup of posts: made safe, put into pages, and turned into text for places that show no markup, such as titles,
 * structured data and feeds. This is the only file in which text becomes markup.
 */
import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import sanitize from 'sanitize-html'

/** Elements whose contents disappear with them: the text in them was never meant to be read. */
const DROPPED_WITH_CONTENTS = [
  ...['iframe', 'math', 'noembed', 'noframes', 'noscript', 'option', 'script', 'style', 'svg', 'template'],
  ...['textarea', 'title', 'xmp']
]

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'div', 'em', 'figcaption', 'figure', 'h2', 'h3'],
    ...['h4', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup'],
    ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul']
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'title'],
    img: ['src', 'alt', 'width', 'height', 'title'],
    '*': ['lang', 'dir']
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WITH_CONTENTS,
  // Browsers themselves stop nesting at 512 elements; tables in tables get slow long before.
  nestingLimit: 30,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener noreferrer' } })
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

/** Shows markup that is already safe: written by the HTML writer, or made safe by `sanitise`. */
export const Raw = ({ markup, ...attributes }: { markup: string; class?: string; id?: string }) => (
  <div {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
)

/** Structured data for machines. The browser does not run it, and without `<` it cannot end its element. */
export const DataBlock = ({ type, data }: { type: string; data: object }) => (
  <script type={type} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
)

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

/** Returns the headline of a post: its first sentence, or as many of its first words as fit. */
export const headlineOf = (text: string): string => {
  const [line = ''] = text.split('\n', 1)
  const [sentence] = /^.{20,99}?[.!?…](?=\s|$)/u.exec(line) ?? []
  if (sentence !== undefined) return sentence
  return shortened(line, HEADLINE)
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
