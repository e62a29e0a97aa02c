/**
 * Reads XML bodies into objects. Strict and streaming: no entity but XML's own five is known, a DOCTYPE or a
 * processing instruction is refused, and so is nesting that no document of ours has.
 */
import { SaxesParser } from 'saxes'
import { positionOf } from './position.ts'

/** What an element holds: text, or elements by name and its `href`. */
export type XmlValue = string | { [name: string]: XmlValue }

/** Deeper than any document of this service. */
const MAX_DEPTH = 16

interface Open {
  name: string
  text: string
  children: { [name: string]: XmlValue }
}

/**
 * Reads a document.
 * @returns an object with the root element as its only property
 * @throws SyntaxError that names line and column
 */
export const readXml = (body: string): { [name: string]: XmlValue } => {
  try {
    return parse(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // saxes reads on to the next semicolon, and reports whatever is wrong there.
    const ampersand = rawAmpersandIn(body)
    if (ampersand === undefined) throw error
    throw new SyntaxError(`${positionOf(body, ampersand)}: an & must be written &amp;`)
  }
}

const parse = (body: string): { [name: string]: XmlValue } => {
  // saxes looks for the other half of a character as it reads, and stumbles where there is none.
  if (!body.isWellFormed()) throw new SyntaxError('a character is cut in half')
  const parser = new SaxesParser()
  const refuse = (reason: string): never => {
    throw new SyntaxError(`line ${parser.line}, column ${parser.column}: ${reason}`)
  }
  const top: Open = { name: '', text: '', children: bare() }
  const open = [top]
  const innermost = () => open[open.length - 1] ?? top

  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('doctype', () => refuse('a DOCTYPE is not taken'))
  parser.on('processinginstruction', () => refuse('a processing instruction is not taken'))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) refuse(`elements are nested deeper than ${MAX_DEPTH}`)
    for (const attribute of Object.keys(attributes)) {
      if (attribute !== 'href') refuse(`attribute ${attribute} of ${name} is not known here`)
    }
    open.push({ name, text: '', children: Object.assign(bare(), attributes) })
  })
  parser.on('text', (text) => {
    innermost().text += text
  })
  parser.on('cdata', (text) => {
    innermost().text += text
  })
  parser.on('closetag', () => {
    const { name, text, children } = open.pop() ?? top
    const parent = innermost()
    const hasChildren = Object.keys(children).length > 0
    if (hasChildren && text.trim() !== '') {
      const other = 'href' in children ? 'an href' : 'elements'
      refuse(`${name} holds text next to ${other}; escape markup, as in &lt;b&gt;`)
    }
    if (name in parent.children) refuse(`${name} stands here twice`)
    parent.children[name] = hasChildren ? children : text
  })

  parser.write(body).close()
  return top.children
}

/** The index of an `&` that begins no reference, outside comments and CDATA sections. */
const rawAmpersandIn = (body: string): number | undefined =>
  [...body.matchAll(AMPERSANDS)].find(([match]) => match === '&')?.index

// A comment or a section that isn't closed reaches to the end, so that no text is read twice.
const AMPERSANDS = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|&(?!#\d+;|#x[\da-fA-F]+;|[\w:.-]+;)/g

/** An object without a prototype, so that no element's name means anything but itself. */
const bare = (): { [name: string]: XmlValue } => Object.create(null)
