/**
 * Sends requests to the resource tree from within the service, for the pages of the newsroom and for assistants. They
 * get the same answers as programs: the same addresses, rights and JSON.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, type Row } from '../schemas/language/rows.ts'
import { ASSISTANT } from './authorization/limits.ts'

export interface TreeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/resources/`, with its query. */
  readonly path: string
  /** Properties, or the body of an upload. */
  readonly body?: Row | Upload | undefined
  /** The version that a change was made from; any other is refused with 412. */
  readonly version?: number | undefined
  /** Idempotency-Key: a repeated change with the same key has no effect. */
  readonly key?: string | undefined
}

/** A multipart body as the browser sends it. */
export interface Upload {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

export interface TreeAnswer {
  readonly status: number
  /** The document, with typed values, or an empty object. */
  readonly document: Row
}

/** The parts of a request that its inner requests depend on. Without `authorization`, a stranger sends them. */
export type Sender = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>

/** Returns a function that sends requests with the session, the address and the id of a request. */
export const treeSender =
  (app: FastifyInstance, { headers: { authorization, host, [ASSISTANT]: assistant }, id, ip }: Sender) =>
  async ({ method, path, body, version, key }: TreeRequest): Promise<TreeAnswer> => {
    if (LEADS_ELSEWHERE.test(path)) return { status: 404, document: { detail: 'There is nothing with this name' } }
    // A body that was closed before neither ends nor fails any more.
    if (isUpload(body) && body.stream.destroyed) return { status: 400, document: { detail: 'The sender is gone' } }
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
        ...(assistant !== undefined && { [ASSISTANT]: assistant }),
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

/** Matches a path with `.` or `..` in place of a name: URLs take it for another path, and nothing can escape it. */
const LEADS_ELSEWHERE = /^(?:[^?]*\/)?\.{1,2}(?:[/?]|$)/

export const isUpload = (value: unknown): value is Upload => isObject(value) && isObject(value.stream)
