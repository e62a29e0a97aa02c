/** What an answer says, whatever its notation. */
import type { LightMyRequestResponse } from 'fastify'
import { parseXml, type Element } from '../support/xml.ts'

/** An item or a list as JSON shows it; XML is read into the same form. */
export interface Document {
  [name: string]: Value
}
export type Value = string | Document | Document[] | string[]

/** The notations every document comes in: extension and media type. */
export const notations = [
  ['xml', 'application/xml'],
  ['json', 'application/json']
] as const

/** The document of an answer. */
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

/** Whether an element holds plain values, which JSON shows in an array of its name. */
const isPlain = ({ children }: Element) =>
  children.length > 0 &&
  children.every(({ name, attributes }) => name === 'Value' && Object.keys(attributes).length === 0)

const isList = ({ name }: Element) => name.endsWith('List') || name === 'Parameters' || name === 'errors'

/** The items of a list document. */
export const itemsOf = (document: Document): Document[] => {
  const lists = Object.values(document).filter((value) => Array.isArray(value))
  const [items] = lists
  if (items === undefined || lists.length > 1) throw new Error('not a list')
  return documentsIn(items)
}

/** The documents that stand in an array, without plain values. */
export const documentsIn = (value: Value | undefined): Document[] =>
  Array.isArray(value) ? value.flatMap((item: string | Document) => (typeof item === 'string' ? [] : [item])) : []

/** The addresses of a list's items. */
export const hrefsOf = (document: Document): string[] => itemsOf(document).map(({ href }) => String(href))

/** The ids at the end of a list's addresses, in the list's order. */
export const idsOf = (document: Document): number[] =>
  hrefsOf(document).map((href) => Number(/(\d+)(\.\w+)?$/.exec(href)?.[1]))

/** Every address a document links to, by the path of names that leads there. */
export const linksOf = (document: Document, path = ''): [string, string][] =>
  Object.entries(document).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return name === 'href' ? [[path, value]] : []
    if (Array.isArray(value)) return documentsIn(value).flatMap((item) => linksOf(item, name))
    return linksOf(value, path === '' ? name : `${path}.${name}`)
  })
