/** Sends requests to the resource tree, as programs do. The cookie of the session counts for our own scripts. */
import { membersIn, type Row } from '../../../schemas/language/rows.ts'

export interface Answer {
  /** Status of the response; 0 without one. */
  readonly status: number
  readonly document: Row
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  /** The same key gives the same answer, however often a request is sent. */
  readonly key?: string
  /** Change number that the post must still have. */
  readonly version?: number
  /** Milliseconds after which it counts as lost. */
  readonly patience?: number
}

/** Milliseconds after which a request counts as lost. */
const TIME_LIMIT = 20_000

/** Sends a request. Never throws: without a response, the status is 0. */
export const send = async (
  address: string,
  { method = 'GET', body, key, version, patience = TIME_LIMIT }: Request = {}
): Promise<Answer> => {
  try {
    const response = await fetch(address, {
      method,
      signal: AbortSignal.timeout(patience),
      headers: {
        accept: 'application/json',
        'x-format-values': 'typed',
        ...(method !== 'GET' && { 'x-filter': '*' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(version !== undefined && { 'if-match': `"${version}"` })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, document: membersIn(text) }
  } catch {
    return { status: 0, document: {} }
  }
}

/** Returns whether the same request can succeed later: the service could not be reached, or has too much to do. */
export const isPassing = ({ status }: Answer): boolean =>
  status === 0 || [408, 425, 429, 500, 502, 503, 504].includes(status)
