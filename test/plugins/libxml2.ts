/** Parses documents with libxml2 without losing a character. */
import { parseXml, type Element } from '../support/xml.ts'

export type Tree = Element

/**
 * Parses a document. libxml2-wasm drops a byte order mark at the start of a text, so this function replaces each mark
 * by a character that the document does not contain, and puts it back after parsing.
 * @throws Error if the document is not well-formed
 */
export const readTree = (xml: string): Tree => {
  const placeholder = unusedCharacter(xml)
  const restored = (text: string) => text.replaceAll(placeholder, MARK)
  const restore = ({ name, namespace, attributes, children, text }: Tree): Tree => ({
    name,
    namespace,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([attribute, value]) => [attribute, restored(value)])
    ),
    children: children.map(restore),
    text: restored(text)
  })
  return restore(parseXml(Buffer.from(xml.replaceAll(MARK, placeholder))))
}

const MARK = '\uFEFF'

/** Returns a character that the document does not contain. */
const unusedCharacter = (xml: string): string => {
  for (let codePoint = 0x100000; ; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    if (!xml.includes(character)) return character
  }
}
