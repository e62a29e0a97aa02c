/** Parses XML with saxes, as a second opinion on documents that libxml2 accepts. */
import { SaxesParser } from 'saxes'
import type { Element } from './xml.ts'

interface OpenElement {
  element: Omit<Element, 'children' | 'text'>
  children: Element[]
  texts: string[]
}

/**
 * Parses a document into the same tree as `parseXml`.
 * @throws Error if it is not well-formed UTF-8 XML, or if an element contains both text and elements
 */
export const readWithSaxes = (bytes: Uint8Array): Element => {
  const parser = new SaxesParser({ xmlns: true })
  const openElements: OpenElement[] = []
  const roots: Element[] = []
  const add = (text: string) => openElements.at(-1)?.texts.push(text)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, uri, attributes }) => {
    const ownAttributes = Object.values(attributes).filter(
      ({ prefix, local }) => prefix !== 'xmlns' && local !== 'xmlns'
    )
    openElements.push({
      element: {
        name,
        namespace: uri,
        attributes: Object.fromEntries(ownAttributes.map(({ local, value }) => [local, value]))
      },
      children: [],
      texts: []
    })
  })
  parser.on('closetag', ({ name }) => {
    const closed = openElements.pop()
    if (closed === undefined) throw new Error(`${name} has no start tag`)
    const { element, children, texts } = closed
    const text = texts.join('')
    if (children.length > 0 && text !== '') throw new Error(`${name} contains both text and elements`)
    const siblings = openElements.at(-1)?.children ?? roots
    siblings.push({ ...element, children, text })
  })
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  const [root] = roots
  if (root === undefined) throw new Error('there is no root element')
  return root
}
