/**
 * Reads XML as it arrives: holds one child of the outer elements at a time, however large the file is. Files that are
 * not well-formed are read as far as possible, because WordPress writes such files.
 */
import { SaxesParser } from 'saxes'
import { escapeHtml } from '../../plugins/representation/escape.ts'
import { lost, type Loss } from '../foreign.ts'
import { decoded, escaped } from './encoding.ts'

export interface XmlElement {
  /** Name without prefix. */
  readonly name: string
  /** Namespace; empty if the element has none. */
  readonly uri: string
  /** Attributes by local name. */
  readonly attributes: Readonly<Record<string, string>>
  /** Elements and texts. Detached elements are not among them. */
  readonly children: (XmlElement | string)[]
  /** The element around this one, as far as it has been read. */
  readonly parent: XmlElement | undefined
}

export interface XmlOptions {
  /** Names of elements whose children are returned one by one. */
  readonly containers: readonly string[]
  /** Names of elements that are returned before the element around them, and are not among its children. */
  readonly detached?: readonly string[]
}

/**
 * A part of a file that is not read. Of errors in the syntax, only the first is returned, and that the file ends too
 * early.
 */
export interface XmlError {
  readonly error: string
  /** The kind of loss; `missing posts` if the file ends within an element. */
  readonly what: 'syntax' | 'missing posts' | 'length'
}

/** Maximum number of characters of all texts of an element together. More are left out. */
const MAX_TEXT = 8 * 1024 * 1024
/** Children and levels that an element may have. More are left out. */
const MAX_CHILDREN = 10_000
const MAX_DEPTH = 100
/** Elements that may be open at a time. The parser looks through all of them for each name, so reading ends here. */
const MAX_OPEN = 250
/** Attributes that an element may have. The parser reads all of them without a pause, so reading ends here, too. */
const MAX_ATTRIBUTES = 1000

/** Returns the children of the containers, and the detached elements, in the order in which they end. */
export async function* elementsIn(
  bytes: AsyncIterable<Uint8Array>,
  options: XmlOptions
): AsyncGenerator<XmlElement | XmlError> {
  const results: (XmlElement | XmlError)[] = []
  const parser = parserInto(results, options)
  for await (const text of escaped(decoded(bytes))) {
    try {
      parser.write(text)
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
      yield* results
      yield { error: error.message, what: 'syntax' }
      return
    }
    yield* results.splice(0)
  }
  parser.close()
  yield* results
}

/** Ends the parsing of a file. */
class TooMuch extends Error {}

const parserInto = (results: (XmlElement | XmlError)[], { containers, detached = [] }: XmlOptions) => {
  const parser = new SaxesParser({ xmlns: true })
  let open: XmlElement | undefined
  let depth = 0
  let length = 0
  let attributeCount = 0
  let hasError = false
  let isWhole = true
  const isContainer = (element: XmlElement | undefined) => element === undefined || containers.includes(element.name)

  const add = (child: XmlElement | string) => {
    if (open === undefined || child === '') return
    const part = typeof child === 'string' ? child.slice(0, MAX_TEXT - length) : child
    if (typeof part === 'string') length += part.length
    const hasRoom = depth <= MAX_DEPTH && open.children.length < MAX_CHILDREN && part !== ''
    if (hasRoom) open.children.push(part)
    isWhole &&= hasRoom && part === child
  }
  parser.on('error', ({ message }) => {
    if (HARMLESS.test(message)) return
    if (!hasError) results.push({ error: message, what: 'syntax' })
    hasError = true
  })
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > MAX_ATTRIBUTES) throw new TooMuch(`An element has more than ${MAX_ATTRIBUTES} attributes`)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map((attribute) => [attribute.local, attribute.value])
    open = { name: local, uri, attributes: Object.fromEntries(values), children: [], parent: open }
    depth += 1
    attributeCount = 0
    if (depth > MAX_OPEN) throw new TooMuch(`More than ${MAX_OPEN} elements are open at a time`)
  })
  parser.on('closetag', () => {
    const element = open
    if (element === undefined) return
    open = element.parent
    depth -= 1
    if (isContainer(open) || detached.includes(element.name)) {
      if (!isWhole) results.push({ error: `An element ${element.name} has ${TOO_LARGE}`, what: 'length' })
      isWhole = true
      length = 0
      if (!isContainer(element)) results.push(element)
    } else add(element)
  })
  const addText = (text: string) => {
    if (!isContainer(open)) add(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('end', () => {
    if (open !== undefined) results.push({ error: `It ends within the element ${open.name}`, what: 'missing posts' })
  })
  return parser
}

/**
 * Errors after which nothing is lost: a character that XML forbids, for which posts are checked later, and blank lines
 * before the declaration, as plugins of WordPress write them.
 */
const HARMLESS = /(?:disallowed character|malformed character entity|must be at the start of the document)\.$/

const TOO_LARGE = `more than ${MAX_TEXT} characters, ${MAX_CHILDREN} children or ${MAX_DEPTH} levels`

/** Returns the loss that an error in a file is. */
export const syntaxLoss = ({ error, what }: XmlError): Loss => lost(undefined, what, reasons[what](error))

const reasons: Readonly<Record<XmlError['what'], (error: string) => string>> = {
  syntax: (error) => `The file is not well-formed: ${error}`,
  'missing posts': (error) => `The file was cut off: ${error}.`,
  length: (error) => `${error}: the rest of it was left out.`
}

export const isElement = (result: XmlElement | XmlError): result is XmlElement => 'name' in result

/** Returns the child elements with a name. */
export const childrenOf = ({ children }: XmlElement, name: string, uri?: string): readonly XmlElement[] =>
  children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && child.name === name && (uri === undefined || child.uri === uri)
  )

/** Returns all text in an element, without white space at its ends; undefined if there is none. */
export const textOf = (element: XmlElement | undefined): string | undefined => {
  const text = element === undefined ? '' : allText(element).trim()
  return text === '' ? undefined : text
}

const allText = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : allText(child))).join('')

/** Returns the text of the first child element with a name; undefined if there is none. */
export const childText = (element: XmlElement, name: string, uri?: string): string | undefined =>
  textOf(childrenOf(element, name, uri)[0])

/** Returns the contents of an element as HTML. */
export const markupOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? escapeHtml(child) : tagOf(child))).join('')

const tagOf = (element: XmlElement): string => {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  const start = `<${element.name}${attributes.join('')}>`
  return VOID.has(element.name) ? start : `${start}${markupOf(element)}</${element.name}>`
}

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr'])
