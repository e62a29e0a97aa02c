/**
 * The markup that posts may contain. The service sanitises by this list, the page of a blog sanitises posts by
 * it, and the editor for rich text offers nothing else.
 */

/** Elements whose contents disappear with them: the text in them was never meant to be read. */
export const DROPPED_WITH_CONTENTS = [
  ...['iframe', 'math', 'noembed', 'noframes', 'noscript', 'option', 'script', 'style', 'svg', 'template'],
  ...['textarea', 'title', 'xmp']
]

export const ALLOWED_ELEMENTS = [
  ...['a', 'abbr', 'audio', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'div', 'em', 'figcaption', 'figure'],
  ...['h2', 'h3', 'h4', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong'],
  ...['sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul', 'video']
]

/** Attributes by element; `*` stands for all elements. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'rel', 'title'],
  audio: ['src', 'controls', 'preload', 'aria-label'],
  img: ['src', 'alt', 'width', 'height', 'title'],
  video: ['src', 'controls', 'preload', 'aria-label', 'width', 'height'],
  '*': ['lang', 'dir']
}

/** Schemes of the addresses in links, pictures and recordings, by the name of the attribute. */
export const ALLOWED_SCHEMES = { href: ['http', 'https', 'mailto'], src: ['http', 'https'] }

/** Value of the attribute `rel` that every link gets. */
export const LINK_RELATION = 'nofollow noopener noreferrer'

/** Recordings show their duration and their first picture, and play when the reader wants it. */
const PLAYER = { controls: '', preload: 'metadata' }

/** Attributes that every element of a name gets, in place of those that it had. */
export const FIXED_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { rel: LINK_RELATION },
  audio: PLAYER,
  video: PLAYER
}

/** Elements that show nothing without an address. */
export const WITH_SOURCE = ['audio', 'img', 'video']

/** Maximum depth of elements. Browsers themselves stop at 512; tables in tables get slow long before. */
export const MAX_DEPTH = 30
