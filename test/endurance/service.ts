/** Reads JSON documents of the service. */

/** A JSON document. Its values are texts. */
export type Document = Readonly<Record<string, unknown>>

/** Returns a number of a document. @throws Error if the property is not a whole number */
export const numberIn = (document: Document, name: string): number => {
  const value = document[name]
  if (typeof value !== 'string' || !/^\d+$/.test(value)) {
    throw new Error(`${name} is not a number: ${JSON.stringify(document).slice(0, 200)}`)
  }
  return Number(value)
}

/** Returns the ids of the items of a list of posts, in their order. @throws Error if it is not a list of posts */
export const idsIn = ({ PostList: list }: Document): number[] => {
  if (!Array.isArray(list)) throw new Error('the document has no PostList')
  return list.map(({ href }: { href: string }) => Number(href.split('/').at(-1)))
}

/** Returns the value as a document. @throws Error if it is not an object */
export const documentOf = (value: unknown): Document => {
  if (!isDocument(value)) throw new Error(`not a document: ${JSON.stringify(value)}`)
  return value
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
