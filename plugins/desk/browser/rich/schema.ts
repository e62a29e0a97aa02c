/**
 * The documents of the editor for rich text. They consist of the elements and attributes that posts may contain
 * (../../../pages/allowed-markup.ts), so that nothing can be written or pasted that readers would not see.
 */
import { Schema, type Attrs, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { ALLOWED_ATTRIBUTES, LINK_RELATION, WITH_SOURCE } from '../../../pages/allowed-markup.ts'

/** Attributes of an element that the user decides on. */
const attributesOf = (tag: string): readonly string[] =>
  [...(ALLOWED_ATTRIBUTES[tag] ?? []), ...(ALLOWED_ATTRIBUTES['*'] ?? [])].filter((name) => name !== 'rel')

const optional = (tag: string) => Object.fromEntries(attributesOf(tag).map((name) => [name, { default: null }]))

const read = (element: HTMLElement): Attrs =>
  Object.fromEntries(attributesOf(element.localName).map((name) => [name, element.getAttribute(name)]))

/** Elements that mean the same are one mark, which remembers its element. */
const mark = (...tags: readonly string[]): MarkSpec => ({
  attrs: { ...optional(''), tag: { default: tags[0] } },
  parseDOM: tags.map((tag) => ({ tag, getAttrs: (element) => ({ ...read(element), tag }) })),
  toDOM: ({ attrs: { tag, ...attributes } }) => [String(tag), attributes, 0]
})

const marks = {
  link: {
    attrs: { ...optional('a'), href: {} },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: read }],
    toDOM: ({ attrs }) => ['a', { ...attrs, rel: LINK_RELATION }, 0]
  },
  // A part of the text in another language; other spans mean nothing.
  span: {
    attrs: optional('span'),
    excludes: '',
    parseDOM: [{ tag: 'span[lang], span[dir]', getAttrs: read }],
    toDOM: ({ attrs }) => ['span', attrs, 0]
  },
  bold: mark('b', 'strong'),
  italic: mark('i', 'em'),
  underlined: mark('u', 'ins'),
  struck: mark('s', 'del'),
  code: mark('code'),
  quotation: mark('q'),
  citation: mark('cite'),
  abbreviation: mark('abbr'),
  small: mark('small'),
  lowered: mark('sub'),
  raised: mark('sup')
} satisfies Record<string, MarkSpec>

/** A node for some elements. With several, it remembers its own. */
const node = (tags: readonly [string, ...string[]], spec: NodeSpec): NodeSpec => ({
  ...spec,
  attrs: { ...optional(tags[0]), ...(tags.length > 1 && { tag: { default: tags[0] } }) },
  parseDOM: tags.map((tag) => ({
    tag,
    getAttrs: (element) => ({ ...read(element), ...(tags.length > 1 && { tag }) }),
    ...(spec.whitespace === 'pre' && { preserveWhitespace: 'full' })
  })),
  toDOM: ({ attrs: { tag = tags[0], ...attributes }, isLeaf }) =>
    isLeaf ? [String(tag), attributes] : [String(tag), attributes, 0]
})

/** A picture or recording. It must have an address, and keeps the name of its element. */
const picture = (spec: NodeSpec, context?: string): NodeSpec => ({
  ...spec,
  attrs: { ...optional('img'), ...optional('video'), src: {}, tag: { default: 'img' } },
  parseDOM: WITH_SOURCE.map((tag) => ({
    tag: `${tag}[src]`,
    getAttrs: (element) => ({ ...read(element), tag }),
    ...(context !== undefined && { context })
  })),
  toDOM: ({ attrs: { tag, ...attributes } }) => [String(tag), attributes]
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: node(['p'], { content: 'inline*', group: 'block' }),
  heading: node(['h3', 'h2', 'h4'], { content: 'inline*', group: 'block', defining: true }),
  blockquote: node(['blockquote'], { content: 'block+', group: 'block', defining: true }),
  bullets: node(['ul'], { content: 'item+', group: 'block' }),
  numbers: node(['ol'], { content: 'item+', group: 'block' }),
  item: node(['li'], { content: 'block+', defining: true }),
  rule: node(['hr'], { group: 'block' }),
  preformatted: node(['pre'], { content: 'inline*', group: 'block', code: true, whitespace: 'pre', defining: true }),
  figure: node(['figure'], {
    content: '(picture | figcaption | block)+',
    group: 'block',
    marks: 'link',
    isolating: true
  }),
  figcaption: node(['figcaption'], { content: 'inline*', defining: true }),
  picture: picture({ draggable: true }, 'figure/'),
  table: node(['table'], { content: '(head | rows)+', group: 'block', isolating: true }),
  head: node(['thead'], { content: 'row+' }),
  rows: node(['tbody'], { content: 'row+' }),
  row: node(['tr'], { content: '(cell | title)+' }),
  cell: node(['td'], { content: 'block+', isolating: true }),
  title: node(['th'], { content: 'block+', isolating: true }),
  // Other divisions are paragraphs: programs wrap each copied line in one.
  division: {
    attrs: optional('div'),
    content: 'block+',
    group: 'block',
    parseDOM: [{ tag: 'div[lang], div[dir]', getAttrs: read }],
    toDOM: ({ attrs }) => ['div', attrs, 0]
  },
  text: { group: 'inline' },
  lineBreak: { ...node(['br'], { group: 'inline', inline: true, selectable: false }), linebreakReplacement: true },
  image: picture({ group: 'inline', inline: true, draggable: true })
} satisfies Record<string, NodeSpec>

export const schema = new Schema({ nodes, marks })
