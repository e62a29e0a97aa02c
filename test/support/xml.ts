/** Parses XML with libxml2, which is strict. */
import { XmlDocument, XmlElement, type XmlTreeNode } from 'libxml2-wasm'

/** An element, copied from the parser's memory. */
export interface Element {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** The text of an element without children. */
  readonly text: string
}

/**
 * Parses a document strictly.
 * @throws Error if it is not well-formed UTF-8 XML, or if an element contains both text and elements
 */
export const parseXml = (bytes: Uint8Array): Element => {
  const document = XmlDocument.fromBuffer(bytes)
  try {
    return elementOf(document.root)
  } finally {
    document.dispose()
  }
}

const elementOf = (element: XmlElement): Element => {
  const nodes = childrenOf(element)
  const children = nodes.filter((node) => node instanceof XmlElement).map(elementOf)
  if (children.length > 0 && children.length < nodes.length) {
    throw new Error(`${element.name} contains both text and elements`)
  }
  return {
    name: element.name,
    namespace: element.namespaceUri,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children,
    text: children.length > 0 ? '' : element.content
  }
}

const childrenOf = (element: XmlElement): XmlTreeNode[] => {
  const nodes: XmlTreeNode[] = []
  for (let node = element.firstChild; node !== null; node = node.next) nodes.push(node)
  return nodes
}

/** Escapes a text between two tags. XML parsers read an unescaped carriage return as a line feed. */
export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
