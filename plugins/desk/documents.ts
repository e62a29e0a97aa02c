/**
 * Reads and changes documents of the resource tree for the pages of the newsroom. They get what programs get: the same
 * addresses, rights and JSON.
 */
import type { FastifyInstance } from 'fastify'
import { membersOf, isObject, type Row } from '../../schemas/language/rows.ts'
import { isUpload, treeSender, type Sender, type TreeRequest } from '../tree-requests.ts'
import { itemsIn } from './view/items.ts'
import { fieldReasonOf, formReasonOf, pictureReasonOf, WRONG_VALUES } from './view/reasons.ts'

/**
 * Reads a document with the session of the page's viewer.
 * @param path below `/resources/`, with its query
 * @throws HttpError with the status and the text of a refusal
 */
export type ReadDocument = (path: string) => Promise<Row>

/** A change of a document. */
export type Change = TreeRequest & { readonly method: Exclude<TreeRequest['method'], 'GET'> }

/**
 * Changes a document with the session of the page's viewer.
 * @returns the document in the response; empty if it has none
 * @throws Refusal
 */
export type WriteDocument = (change: Change) => Promise<Row>

/** The answer to a change that was refused. */
export class Refusal extends Error {
  readonly status: number
  /** Why, by the names of the properties that are wrong. */
  readonly reasons: ReadonlyMap<string, string>

  /** @param message what to do about it, for people */
  constructor(status: number, message: string, reasons: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.reasons = new Map(Object.entries(reasons))
  }
}

/** Returns the reader of documents for a request of a browser. */
export const documentReader = (app: FastifyInstance, request: Sender): ReadDocument => {
  const send = treeSender(app, request)
  return async (path) => {
    const { status, document } = await send({ method: 'GET', path })
    if (status !== 200) throw app.httpErrors.createError(status, String(document.detail))
    return document
  }
}

/** Returns the writer of documents for a request of a browser. */
export const documentWriter = (app: FastifyInstance, request: Sender): WriteDocument => {
  const send = treeSender(app, request)
  return async (change) => {
    const answer = await send(change)
    const { status, document } = answer
    if (status < 300) return document
    // A file has its reason in the message.
    if (isUpload(change.body)) throw new Refusal(status, pictureReasonOf(answer))
    const reasons = itemsIn(document, 'errors').map(({ place, reason }) => [
      String(place),
      fieldReasonOf(String(reason))
    ])
    throw new Refusal(status, formReasonOf(answer), Object.fromEntries(reasons))
  }
}

/** Returns the refusal of values that are wrong. @param reasons by the names of the fields */
export const wrongValues = (reasons: Readonly<Record<string, string>>): Refusal =>
  new Refusal(400, WRONG_VALUES, reasons)

export { itemsIn }

/** Returns a property that is a number; undefined for other values. A link gives the number that it holds. */
export const numberIn = (document: Row, name: string): number | undefined => {
  const { [name]: value } = document
  const number = isObject(value) ? value.Id : value
  return typeof number === 'number' ? number : undefined
}

/** Returns a property that is a text; empty for other values. A link gives the key that it holds. */
export const textIn = (document: Row, name: string): string => {
  const { [name]: value } = document
  if (typeof value === 'string') return value
  const { Key, Name } = membersOf(value)
  return typeof Key === 'string' ? Key : typeof Name === 'string' ? Name : ''
}

/** Returns a property that is a moment; undefined for other values. */
export const momentIn = (document: Row, name: string): Date | undefined => {
  const text = textIn(document, name)
  return text === '' ? undefined : new Date(text)
}
