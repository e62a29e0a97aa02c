/**
 * Reads and changes documents of the resource tree for the pages of the newsroom. They get the same answers as
 * programs: the same addresses, rights and JSON.
 */
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../schemas/language/rows.ts'
import { isUpload, treeSender, type Sender, type TreeRequest } from '../tree-requests.ts'
import { itemsIn } from './view/items.ts'
import { fieldReasonOf, formReasonOf, pictureReasonOf, WRONG_VALUES } from './view/reasons.ts'

/** A change of a document. */
type Change = Omit<TreeRequest, 'key'> & { readonly method: Exclude<TreeRequest['method'], 'GET'> }

/** Reads and changes documents with the session of a page's viewer. */
export interface Documents {
  /**
   * @param path below `/resources/`, with its query
   * @throws HttpError with the status and the text of a refusal
   */
  readonly read: (path: string) => Promise<Row>
  /** @returns the document in the response; empty if it has none @throws Refusal */
  readonly write: (change: Change) => Promise<Row>
}

/** The answer to a change that was refused. */
export class Refusal extends Error {
  readonly status: number
  /** The reasons, by the names of the wrong properties. */
  readonly reasons: ReadonlyMap<string, string>

  /** @param message advice for people */
  constructor(status: number, message: string, reasons: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.reasons = new Map(Object.entries(reasons))
  }
}

/** @param request the request of a browser */
export const documentsFor = (app: FastifyInstance, request: Sender): Documents => {
  const send = treeSender(app, request)
  const { 'idempotency-key': formKey } = request.headers
  return {
    read: async (path) => {
      const { status, document } = await send({ method: 'GET', path })
      if (status !== 200) throw app.httpErrors.createError(status, String(document.detail))
      return document
    },
    write: async (change) => {
      // A form may lead to several changes, and each needs its own key.
      const key = formKey === undefined ? undefined : `${String(formKey)} ${change.path}`
      const answer = await send({ ...change, key })
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
}

/**
 * Returns the results of reads, one after the other: all at once, a few visitors would take every connection of the
 * database.
 */
export const inTurn = async <Item, Result>(items: readonly Item[], read: (item: Item) => Promise<Result>) => {
  const results: Result[] = []
  for (const item of items) results.push(await read(item))
  return results
}

/** Returns the refusal of values that are wrong. @param reasons by the names of the fields */
export const wrongValues = (reasons: Readonly<Record<string, string>>): Refusal =>
  new Refusal(400, WRONG_VALUES, reasons)
