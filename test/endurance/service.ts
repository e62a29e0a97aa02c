/** What the service answers in JSON. */

/** A JSON document of the service: values are text. */
export type Document = Readonly<Record<string, unknown>>

/** A number of a document. */
export const numberIn = (document: Document, name: string): number => {
  const value = document[name]
  if (typeof value !== 'string' || !/^\d+$/.test(value)) {
    throw new Error(`${name} is no number: ${JSON.stringify(document).slice(0, 200)}`)
  }
  return Number(value)
}

/** The ids of a post list's items, in their order. */
export const idsIn = ({ PostList: list }: Document): number[] => {
  if (!Array.isArray(list)) throw new Error('no PostList')
  return list.map(({ href }: { href: string }) => Number(href.split('/').at(-1)))
}

/** A value that must be an object. */
export const documentOf = (value: unknown): Document => {
  if (!isDocument(value)) throw new Error(`no document: ${JSON.stringify(value)}`)
  return value
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
