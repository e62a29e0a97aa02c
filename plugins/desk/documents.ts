/**
 * Reads and changes documents of the resource tree for the pages of the newsroom. They get what programs get: the same
 * addresses, rights and JSON.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { membersOf, isObject, type Row } from '../../schemas/language/rows.ts'
import { itemsIn } from './view/items.ts'
import { fieldReasonOf, formReasonOf, pictureReasonOf, WRONG_VALUES } from './view/reasons.ts'

/**
 * Reads a document with the session of the page's viewer.
 * @param path below `/resources/`, with its query
 * @throws HttpError with the status and the text of a refusal
 */
export type ReadDocument = (path: string) => Promise<Row>

/** A change of a document. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Path below `/resources/`. */
  readonly path: string
  /** Properties, or the body of an upload. */
  readonly body?: Row | Upload
  /** The version that the change was made from; any other is refused with 412. */
  readonly version?: number | undefined
  /** Idempotency-Key: a repeated change with the same key has no effect. */
  readonly key?: string
}

/** A multipart body as the browser sends it. */
export interface Upload {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

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

/** The parts of a browser's request that its documents depend on. Without `authorization`, a stranger sends it. */
type Sender = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>

/** Returns the reader of documents for a request of a browser. */
export const documentReader = (app: FastifyInstance, request: Sender): ReadDocument => {
  const send = sender(app, request)
  return async (path) => {
    const { status, document } = await send({ method: 'GET', path })
    if (status !== 200) throw app.httpErrors.createError(status, String(document.detail))
    return document
  }
}

/** Returns the writer of documents for a request of a browser. */
export const documentWriter = (app: FastifyInstance, request: Sender): WriteDocument => {
  const send = sender(app, request)
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

const sender =
  (app: FastifyInstance, { headers: { authorization, host }, id, ip }: Sender) =>
  async ({ method, path, body, version, key }: Omit<Change, 'method'> & { method: Change['method'] | 'GET' }) => {
    const { statusCode, body: text } = await app.inject({
      method,
      url: `/resources/${path}`,
      remoteAddress: ip,
      headers: {
        accept: 'application/json',
        'x-format-values': 'typed',
        'x-request-id': id,
        ...(host !== undefined && { host }),
        ...(authorization !== undefined && { authorization }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(isUpload(body) && body.headers)
      },
      ...(body !== undefined && { payload: isUpload(body) ? body.stream : { ...body } })
    })
    const document: unknown = text === '' ? {} : JSON.parse(text)
    if (!isObject(document)) throw new TypeError(`${path} is no document`)
    return { status: statusCode, document }
  }

const isUpload = (body: Change['body']): body is Upload => isObject(body?.stream)

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
