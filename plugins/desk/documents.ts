/**
 * Reads documents of the resource tree for the pages of the newsroom. They get what programs get: the same addresses,
 * rights and JSON.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, type Row } from '../../schemas/language/rows.ts'

/**
 * Reads a document with the session of the page's viewer.
 * @param path below `/resources/`, with its query
 * @throws HttpError with the status and the text of a refusal
 */
export type ReadDocument = (path: string) => Promise<Row>

/** Returns the reader of documents for a request of a browser. */
export const documentReader =
  (app: FastifyInstance, { headers: { authorization, host }, id }: FastifyRequest): ReadDocument =>
  async (path) => {
    const { statusCode, body } = await app.inject({
      url: `/resources/${path}`,
      headers: {
        accept: 'application/json',
        'x-format-values': 'typed',
        'x-request-id': id,
        ...(host !== undefined && { host }),
        ...(authorization !== undefined && { authorization })
      }
    })
    const document: unknown = JSON.parse(body)
    if (!isObject(document)) throw new TypeError(`${path} is no document`)
    if (statusCode !== 200) throw app.httpErrors.createError(statusCode, String(document.detail))
    return document
  }

/** Returns the items of a list. @param name of the list, such as `PostList` */
export const itemsIn = (document: Row, name: string): readonly Row[] => {
  const { [name]: items } = document
  return Array.isArray(items) ? items.filter(isObject) : []
}
