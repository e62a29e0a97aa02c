/** Makes the markup of posts safe to show: only the elements and attributes that live blogs use remain. */
import sanitize from 'sanitize-html'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'div', 'em', 'figcaption', 'figure', 'h2', 'h3'],
    ...['h4', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup'],
    ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul']
  ],
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'width', 'height', 'title'], '*': ['lang', 'dir'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard'
}

/** Returns markup without anything that could run, load or disturb the page. */
export const sanitise = (markup: string): string => sanitize(markup, OPTIONS)
