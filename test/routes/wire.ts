/** Reads XML and JSON responses into the same structure, so that tests can compare them. */
import type { LightMyRequestResponse } from 'fastify'
import { parseXml, type Element } from '../support/xml.ts'

/** An item or a list, in the structure of the JSON documents. */
export interface Document {
  [name: string]: Value
}
export type Value = string | Document | Document[] | string[]

/** The formats of documents: extension and media type. */
export const formats = [
  ['xml', 'application/xml'],
  ['json', 'application/json']
] as const

/** Parses the document of a response. */
export const documentOf = ({
  headers,
  rawPayload
}: Pick<LightMyRequestResponse, 'headers' | 'rawPayload'>): Document => {
  if (/json/.test(String(headers['content-type']))) {
    const document: Document = JSON.parse(rawPayload.toString())
    return document
  }
  return rootOf(parseXml(rawPayload))
}

const rootOf = (root: Element): Document => ({
  ...root.attributes,
  ...(isList(root) ? { [root.name]: root.children.map(rootOf) } : membersOf(root))
})

const membersOf = ({ children }: Element): Document =>
  Object.fromEntries(children.map((child) => [child.name, isList(child) ? child.children.map(rootOf) : valueOf(child)]))

const valueOf = (element: Element): Value => {
  if (isPlain(element)) return { [element.name]: element.children.map(({ text }) => text) }
  return element.children.length === 0 && Object.keys(element.attributes).length === 0 ? element.text : rootOf(element)
}

/** Tells whether an element contains plain values. JSON has them in an array under the name of the element. */
const isPlain = ({ children }: Element) =>
  children.length > 0 &&
  children.every(({ name, attributes }) => name === 'Value' && Object.keys(attributes).length === 0)

const isList = ({ name }: Element) => name.endsWith('List') || name === 'Parameters' || name === 'errors'

/** Returns the items of a list. @throws Error if the document is not a list */
export const itemsOf = (document: Document): Document[] => {
  const lists = Object.values(document).filter((value) => Array.isArray(value))
  const [items] = lists
  if (items === undefined || lists.length > 1) throw new Error('not a list')
  return documentsIn(items)
}

/** Returns the documents in an array, without its plain values. Returns none if the value is not an array. */
export const documentsIn = (value: Value | undefined): Document[] =>
  Array.isArray(value) ? value.flatMap((item: string | Document) => (typeof item === 'string' ? [] : [item])) : []

/** Returns the addresses of the items of a list. */
export const hrefsOf = (document: Document): string[] => itemsOf(document).map(({ href }) => String(href))

/** Returns the ids of the items of a list, in its order. They are taken from the addresses. */
export const idsOf = (document: Document): number[] =>
  hrefsOf(document).map((href) => Number(/(\d+)(\.\w+)?$/.exec(href)?.[1]))

/** Returns the JSON document of a list that is whole on its page. */
export const wholeList = (name: string, ...items: readonly unknown[]) => ({
  ...{ total: `${items.length}`, limit: `${items.length}`, offset: '0' },
  [name]: items
})

/** Returns all links of a document as pairs of path and address. The path joins property names with dots. */
export const linksOf = (document: Document, path = ''): [string, string][] =>
  Object.entries(document).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return name === 'href' ? [[path, value]] : []
    if (Array.isArray(value)) return documentsIn(value).flatMap((item) => linksOf(item, name))
    return linksOf(value, path === '' ? name : `${path}.${name}`)
  })
