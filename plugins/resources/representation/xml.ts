/**
 * The XML notation. xmlbuilder2 builds every element once with marks in the place of values; what lies between the
 * marks is constant text, and a request only fills the gaps. So names and well-formedness come from xmlbuilder2 and
 * no tree is built per request (`docs/performance.md`).
 */
import { create } from 'xmlbuilder2'
import { toXmlText } from '../../../schemas/language/lexical.ts'
import type { Spelling } from './plan.ts'
import { compilerOf, type Enclose, type WriteValue } from './writers.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

// A private-use character: no element name or constant of a skeleton can contain it.
const MARK = '\uE000'

/** xmlbuilder2's own text of a tree, up to the mark and after it. */
const cut = (tree: object): [string, string] => {
  const [start = '', end = ''] = create(tree).end({ headless: true }).split(MARK)
  return [start, end]
}

/** An attribute up to its value, such as ` href="`. */
const attributeStart = (name: string) => cut({ element: { [`@${name}`]: MARK } })[0].slice('<element'.length)

/** An element with attributes that are already written. */
const element = (name: string) => {
  const [start, end] = cut({ [name]: MARK })
  const open = start.slice(0, -1)
  return (attributes: string, contents: string) =>
    contents === '' ? `${open}${attributes}/>` : `${open}${attributes}>${contents}${end}`
}

const addressed = (name: string, isFree: boolean, namespace: string | null = null): Enclose => {
  const [start, end] = cut({ [name]: MARK })
  const head = start.slice(0, -1) + (namespace === null ? '' : `${attributeStart('xmlns')}${namespace}"`)
  const href = head + attributeStart('href')
  return (address, contents) => {
    const open = address === null ? head : href + (isFree ? escapeAttribute(address) : address) + '"'
    return contents === '' ? open + '/>' : open + '>' + contents + end
  }
}

const value = (name: string, { free, text }: Spelling): WriteValue => {
  const [start, end] = cut({ [name]: MARK })
  const empty = element(name)('', '')
  if (!free) return (value, place) => start + text(value, place) + end
  return (value, place) => {
    const plain = text(value, place)
    return plain === '' ? empty : start + escapeText(plain) + end
  }
}

const contents = (name: string) => {
  const enclose = element(name)
  return (contents: string) => enclose('', contents)
}

/** Compiles a plan into a writer of whole XML documents: declaration, newline, root element on one line. */
export const compileXml = compilerOf({
  document: (root) => DECLARATION + root,
  list: element,
  attribute: (name, { text }) => {
    const start = attributeStart(name)
    return (value, place) => `${start}${escapeAttribute(text(value, place))}"`
  },
  item: (name, namespace) => addressed(name, false, namespace),
  value,
  link: addressed,
  rows: contents,
  values: contents,
  entry: (spelling) => value('Value', spelling)
})

const escapeText = (text: string): string => {
  const allowed = toXmlText(text)
  // A raw carriage return would be read as a line feed (XML 1.0, section 2.11), so it goes out as a reference.
  return MARKUP.test(allowed)
    ? allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
    : allowed
}

// Raw white space in an attribute would be read as a space (section 3.3.3).
const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;')

const MARKUP = /[&<>\r]/
