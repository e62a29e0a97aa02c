/** Turns markup into documents of the editor, and back. */
import { DOMParser as Reader, DOMSerializer, type Node } from 'prosemirror-model'
import { sanitise } from '../sanitise.ts'
import { schema } from './schema.ts'

const reader = Reader.fromSchema(schema)
const writer = DOMSerializer.fromSchema(schema)

/** Returns the document of markup, without markup that posts may not contain. */
export const parse = (markup: string): Node => {
  const page = new DOMParser().parseFromString(sanitise(markup), 'text/html')
  return reader.parse(page.body)
}

/** Returns the markup of a document. A single line is no paragraph, as in texts that people type without the editor. */
export const serialise = (node: Node): string => {
  const page = document.implementation.createHTMLDocument('')
  page.body.append(writer.serializeFragment(node.content, { document: page }))
  for (const item of page.querySelectorAll('li, td, th')) unwrapParagraph(item)
  for (const empty of page.querySelectorAll('body > p:empty')) empty.remove()
  const [line, second] = page.body.children
  if (line !== undefined && second === undefined && line.querySelector('br') === null) unwrapParagraph(page.body)
  return page.body.innerHTML
}

/** Takes the only paragraph of an element away from around its text. */
const unwrapParagraph = (element: Element) => {
  const [first, second] = [...element.children].filter(({ localName }) => localName === 'p')
  if (first !== element.firstChild || second !== undefined || first?.hasAttributes() !== false) return
  first.replaceWith(...first.childNodes)
}
