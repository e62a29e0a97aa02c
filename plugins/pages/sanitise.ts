/** Makes the markup of posts safe to show: only the elements and attributes that live blogs use remain. */
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
