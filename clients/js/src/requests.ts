/** Sends requests that are answered in JSON with typed values. */
import type { Connection } from './connection.ts'
import { watch } from './watch.ts'

export interface Answer {
  /** Status of the response; 0 without one. */
  readonly status: number
  readonly document: Fields
  /** Milliseconds that the service asks the client to wait. */
  readonly retryAfter?: number
}

/** The members of a JSON object; none if the answer is no JSON object. */
export interface Fields {
  readonly [name: string]: unknown
}

export interface Request extends Connection {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  /** The same key gives the same answer, however often a request is sent. */
  readonly key?: string
  /** Id of the user whose session it must be: with that of somebody else, it is refused with 401. */
  readonly user?: number
  /** Change number that the post must still have. */
  readonly version?: number | undefined
  /** Milliseconds after which it counts as lost. */
  readonly patience?: number
}

/** Milliseconds after which a request counts as lost. */
export const TIME_LIMIT = 20_000

/** Sends a request. Never throws: without a response, the status is 0. */
export const send = async (address: string, request: Request = {}): Promise<Answer> => {
  const { status, text, retryAfter } = await textOf(address, request)
  return { ...answerOf(status, text), retryAfter }
}

/**
 * Returns the answer in a response. A success without an object is no answer of the service, but the login page of
 * a network or a proxy: its status is 0.
 */
export const answerOf = (status: number, text: string): Answer => {
  const document = documentIn<unknown>(text)
  if (isObject(document)) return { status, document }
  return { status: status === 200 || status === 201 ? 0 : status, document: {} }
}

/** The text of a response. */
interface TextAnswer {
  readonly status: number
  readonly text: string
  /** Milliseconds that the service asks the client to wait. */
  readonly retryAfter: number
  /** The error of `fetch`, if there was no response. */
  readonly cause?: unknown
}

/** Sends a request, as `send` does. Returns the text of the response. */
export const textOf = async (address: string, request: Request = {}): Promise<TextAnswer> => {
  const { method = 'GET', body, key, user, version, patience = TIME_LIMIT, token, credentials, signal } = request
  const watching = watch(signal ?? new AbortController().signal, patience)
  try {
    const response = await (request.fetch ?? fetch)(address, {
      method,
      signal: watching.signal,
      ...(credentials !== undefined && { credentials }),
      headers: {
        accept: 'application/json',
        'x-format-values': 'typed',
        ...(method !== 'GET' && { 'x-filter': '*' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(user !== undefined && { 'x-session-user': `${user}` }),
        ...(version !== undefined && { 'if-match': `"${version}"` })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const retryAfter = retryAfterOf(response.headers.get('retry-after'))
    return { status: response.status, text: await response.text(), retryAfter }
  } catch (cause) {
    return { status: 0, text: '', retryAfter: 0, cause }
  } finally {
    watching.end()
  }
}

/** Returns the milliseconds in a Retry-After; 0 without one, and for a date: the clock of a device may be wrong. */
export const retryAfterOf = (header: string | null): number => Number(header) * 1000 || 0

/** Returns whether the same request can succeed later: the service could not be reached, or has too much to do. */
export const isPassing = ({ status }: Pick<Answer, 'status'>): boolean =>
  status === 0 || [408, 425, 429, 500, 502, 503, 504].includes(status)

/** Returns the value of a text in JSON; undefined for other texts, such as the login page of a network. */
export const documentIn = <Value>(json: string): Value | undefined => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Returns whether a value is an object, and no array. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
