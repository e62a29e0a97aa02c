/** Documents as libxml2 reads them, to the last character. */
import { parseXml, type Element } from '../support/xml.ts'

export type Tree = Element

/**
 * Reads a document. What libxml2-wasm hands over of a text loses a byte order mark at its start, so another
 * character takes the mark's place while it is read.
 * @throws Error when it is not well-formed
 */
export const readTree = (xml: string): Tree => {
  const stand = standIn(xml)
  const restored = (text: string) => text.replaceAll(stand, MARK)
  const restore = ({ name, namespace, attributes, children, text }: Tree): Tree => ({
    name,
    namespace,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([attribute, value]) => [attribute, restored(value)])
    ),
    children: children.map(restore),
    text: restored(text)
  })
  return restore(parseXml(Buffer.from(xml.replaceAll(MARK, stand))))
}

const MARK = '\uFEFF'

/** A character that the document does not hold. */
const standIn = (xml: string): string => {
  for (let codePoint = 0x100000; ; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    if (!xml.includes(character)) return character
  }
}
