/**
 * Parses XML bodies into objects with a streaming parser. To be safe from XML attacks, it knows only the five
 * predefined entities, and rejects DOCTYPEs, processing instructions, deep nesting and many elements.
 */
import { SaxesParser } from 'saxes'
import { MAX_DEPTH, MAX_MEMBERS } from './limits.ts'
import { positionOf } from './position.ts'

/** The content of an element: text, or its child elements and `href` by name. */
export type XmlValue = string | { [name: string]: XmlValue }

/** An element whose end tag has not been read yet. */
interface OpenElement {
  name: string
  text: string
  children: { [name: string]: XmlValue }
}

/**
 * Parses a document.
 * @param body was UTF-8: a lone surrogate, which no valid UTF-8 contains, would make saxes fail
 * @returns an object with the root element as its only property
 * @throws SyntaxError with line and column
 */
export const readXml = (body: string): { [name: string]: XmlValue } => {
  try {
    return parse(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // For an unescaped &, saxes reads on to the next semicolon and reports a misleading error there.
    const ampersand = rawAmpersandIn(body)
    if (ampersand === undefined) throw error
    throw new SyntaxError(`${positionOf(body, ampersand)}: an & must be written &amp;`)
  }
}

const parse = (body: string): { [name: string]: XmlValue } => {
  const parser = new SaxesParser()
  const refuse = (reason: string): never => {
    throw new SyntaxError(`line ${parser.line}, column ${parser.column}: ${reason}`)
  }
  const top: OpenElement = { name: '', text: '', children: bareObject() }
  const openElements = [top]
  let members = 0
  const innermost = () => openElements.at(-1) ?? top

  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('doctype', () => refuse('a DOCTYPE is not allowed'))
  parser.on('processinginstruction', () => refuse('a processing instruction is not allowed'))
  const countMember = () => {
    members += 1
    if (members > MAX_MEMBERS) refuse(`there are more than ${MAX_MEMBERS} elements and attributes`)
  }
  parser.on('attribute', ({ name }) => {
    countMember()
    if (name !== 'href') refuse(`attribute ${name} is not allowed, only href is`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    countMember()
    if (openElements.length > MAX_DEPTH) refuse(`elements are nested deeper than ${MAX_DEPTH}`)
    openElements.push({ name, text: '', children: Object.assign(bareObject(), attributes) })
  })
  parser.on('text', (text) => {
    innermost().text += text
  })
  parser.on('cdata', (text) => {
    innermost().text += text
  })
  parser.on('closetag', () => {
    const { name, text, children } = openElements.pop() ?? top
    const parent = innermost()
    const hasChildren = Object.keys(children).length > 0
    if (hasChildren && text.trim() !== '') {
      const content = 'href' in children ? 'an href' : 'elements'
      refuse(`${name} contains both text and ${content}; escape markup in text, as in &lt;b&gt;`)
    }
    if (name in parent.children) refuse(`element ${name} appears twice`)
    parent.children[name] = hasChildren ? children : text
  })

  parser.write(body).close()
  return top.children
}

/** Returns the index of the first `&` outside comments and CDATA sections that does not start a reference. */
const rawAmpersandIn = (body: string): number | undefined => {
  for (const { 0: match, index } of body.matchAll(AMPERSANDS)) if (match === '&') return index
  return undefined
}

// An unclosed comment or CDATA section matches up to the end. Otherwise its text would be searched again:
// quadratic time.
const AMPERSANDS = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?!#\d+;|#x[\da-fA-F]+;|[\w:.-]+;)/g

/** Creates an object without a prototype, so that an element may be called `__proto__`. */
const bareObject = (): { [name: string]: XmlValue } => Object.create(null)
