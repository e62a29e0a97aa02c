/**
 * The XML writer. At compilation, xmlbuilder2 prints every element once, with a mark instead of a value. The
 * text around the mark is constant, and a request only inserts values. So xmlbuilder2 ensures valid names and
 * well-formedness, yet no tree is built per request (docs/performance.md).
 */
import { LRUCache } from 'lru-cache'
import { create } from 'xmlbuilder2'
import { toXmlText } from '../../schemas/language/lexical.ts'
import type { WireText } from './template.ts'
import { compilerOf, type Enclose, type WriteValue } from './writers.ts'

/** The first line of every document. */
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

// A private-use character, which no element name contains.
const MARK = '\uE000'

/**
 * Prints an element with xmlbuilder2, or an attribute if its name begins with `@`. Returns the text before and after
 * the mark.
 */
const splitAtMark = (name: string) => printed.memo(name)

// Documents share most names, and the models have some hundreds.
const printed = new LRUCache<string, readonly [start: string, end: string]>({
  max: 2000,
  memoMethod: (name) => {
    const tree = name.startsWith('@') ? { element: { [name]: MARK } } : { [name]: MARK }
    // Not create(tree), which takes a tree with an element `version` for options.
    const [start = '', end = ''] = create().ele(tree).end({ headless: true }).split(MARK)
    return [start, end]
  }
})

/** Returns an attribute up to its value, such as ` href="`. */
const attributeStart = (name: string) => splitAtMark(`@${name}`)[0].slice('<element'.length)

/** Returns a function that writes an element from written attributes and contents. */
const element = (name: string) => {
  const [start, end] = splitAtMark(name)
  const open = start.slice(0, -1)
  return (attributes: string, contents: string) =>
    contents === '' ? `${open}${attributes}/>` : `${open}${attributes}>${contents}${end}`
}

/**
 * Returns a function that writes an element of a document without a schema, such as a feed.
 * @param attributes names of its attributes; the function takes their values as text, and written contents
 */
export const elementWith = (name: string, ...attributes: readonly string[]) => {
  const enclose = element(name)
  const starts = attributes.map(attributeStart)
  return (values: readonly string[], contents = ''): string =>
    enclose(starts.map((start, index) => `${start}${escapeAttribute(values[index] ?? '')}"`).join(''), contents)
}

/** Returns a function that writes an element of such a document with a text in it. */
export const textElement = (name: string) => {
  const enclose = element(name)
  return (text: string): string => enclose('', escapeText(text))
}

const withHref = (name: string, isFree: boolean, namespace: string | null = null): Enclose => {
  const [start, end] = splitAtMark(name)
  const head = start.slice(0, -1) + (namespace === null ? '' : `${attributeStart('xmlns')}${namespace}"`)
  const href = head + attributeStart('href')
  return (address, contents) => {
    const open = address === null ? head : href + (isFree ? escapeAttribute(address) : address) + '"'
    return contents === '' ? open + '/>' : open + '>' + contents + end
  }
}

const value = (name: string, { free, text }: WireText): WriteValue => {
  const [start, end] = splitAtMark(name)
  const empty = element(name)('', '')
  if (!free) return (value, links) => start + text(value, links) + end
  return (value, links) => {
    const plain = text(value, links)
    return plain === '' ? empty : start + escapeText(plain) + end
  }
}

const contents = (name: string) => {
  const enclose = element(name)
  return (contents: string) => enclose('', contents)
}

/** Compiles a plan into a writer of XML documents: the declaration and, on the next line, the root element. */
export const compileXml = compilerOf({
  document: (root) => DECLARATION + root,
  list: element,
  attribute: (name, { text }) => {
    const start = attributeStart(name)
    return (value, links) => `${start}${escapeAttribute(text(value, links))}"`
  },
  item: ({ name, namespace }) => withHref(name, false, namespace),
  value,
  link: (name, { kind }) => withHref(name, kind === 'file' || kind === 'web'),
  key: value,
  rows: contents,
  values: contents,
  entry: (wireText) => value('Value', wireText)
})

/** Escapes a text for the contents of elements. */
export const escapeText = (text: string): string => {
  const allowed = toXmlText(text)
  // Parsers read a raw carriage return as a line feed (XML 1.0, section 2.11), so it is written as a reference.
  return MARKUP.test(allowed)
    ? allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
    : allowed
}

// Parsers read raw white space in an attribute as a space (XML 1.0, section 3.3.3).
const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;')

const MARKUP = /[&<>\r]/
