/** Reads XML answers with saxes, so that no document is right because one parser forgives it. */
import { SaxesParser } from 'saxes'
import type { Element } from './xml.ts'

interface Open {
  element: Omit<Element, 'children' | 'text'>
  children: Element[]
  texts: string[]
}

/**
 * Parses a document into the same tree as `parseXml` does.
 * @throws Error when it is not well-formed UTF-8 XML, or when an element holds both text and elements
 */
export const readWithSaxes = (bytes: Uint8Array): Element => {
  const parser = new SaxesParser({ xmlns: true })
  const open: Open[] = []
  const roots: Element[] = []
  const add = (text: string) => open.at(-1)?.texts.push(text)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, uri, attributes }) => {
    const own = Object.values(attributes).filter(({ prefix, local }) => prefix !== 'xmlns' && local !== 'xmlns')
    open.push({
      element: { name, namespace: uri, attributes: Object.fromEntries(own.map(({ local, value }) => [local, value])) },
      children: [],
      texts: []
    })
  })
  parser.on('closetag', ({ name }) => {
    const closed = open.pop()
    if (closed === undefined) throw new Error(`${name} was never opened`)
    const { element, children, texts } = closed
    const text = texts.join('')
    if (children.length > 0 && text !== '') throw new Error(`${name} holds both text and elements`)
    const siblings = open.at(-1)?.children ?? roots
    siblings.push({ ...element, children, text })
  })
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  const [root] = roots
  if (root === undefined) throw new Error('there is no root element')
  return root
}
