/**
 * The markup that posts may contain. The service sanitises by this list, the page of a blog sanitises what it shows by
 * it, and the editor for rich text offers nothing else.
 */

/** Elements whose contents disappear with them: the text in them was never meant to be read. */
export const DROPPED_WITH_CONTENTS = [
  ...['iframe', 'math', 'noembed', 'noframes', 'noscript', 'option', 'script', 'style', 'svg', 'template'],
  ...['textarea', 'title', 'xmp']
]

export const ALLOWED_ELEMENTS = [
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'div', 'em', 'figcaption', 'figure', 'h2', 'h3'],
  ...['h4', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul']
]

/** Attributes by element; `*` stands for all elements. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'rel', 'title'],
  img: ['src', 'alt', 'width', 'height', 'title'],
  '*': ['lang', 'dir']
}

/** Schemes of the addresses in links and pictures, by the name of the attribute. */
export const ALLOWED_SCHEMES = { href: ['http', 'https', 'mailto'], src: ['http', 'https'] }

/** Attributes that every link gets. */
export const LINK_RELATION = 'nofollow noopener noreferrer'

/** Maximum depth of elements. Browsers themselves stop at 512; tables in tables get slow long before. */
export const MAX_DEPTH = 30
