/**
 * The HTTP client for addresses that come from outside: from users, from posts, and from other services. It only
 * connects to allowed addresses, which it checks when it connects and at each redirect, so nobody reaches the internal
 * network through it (SSRF). Time, size and redirects are limited.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, errors, request, type Dispatcher } from 'undici'
import { isPublic, type IsAllowed } from '../clients.ts'
import { addressOf, guardedLookup, Refusal } from './addresses.ts'

export { addressOf, NOT_PUBLIC, Refusal } from './addresses.ts'

export interface ClientOptions {
  /** Returns whether the client may connect to an IP address. By default, all public addresses are allowed. */
  readonly isAllowed?: IsAllowed | undefined
  /** Milliseconds that a request may take, with all redirects and the body. */
  readonly timeout: number
  /** Maximum size of a body, in bytes. */
  readonly maxBytes: number
  /** The name of the client in the header `User-Agent`. */
  readonly userAgent: string
}

export interface OutgoingRequest {
  /** Headers besides `User-Agent`, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Is sent with POST. Its redirects are not followed: the response is the redirect. */
  readonly body?: string
  /** Ends the request, and the body. */
  readonly signal?: AbortSignal | undefined
  /** Whether the body may take any time, if it is never silent for longer than the timeout. */
  readonly isStream?: boolean
}

/** A response, of any status except redirects that were followed. The caller must read or discard the body. */
export interface OutgoingResponse {
  /** The address after all redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * The body as it arrives. The connection is closed when the caller stops reading.
   * @throws Refusal if it is larger than allowed
   */
  readonly body: AsyncIterable<Buffer>
  /** Returns the whole body. @throws Refusal if it is larger than allowed */
  readonly bytes: () => Promise<Buffer>
  /** Closes the connection without reading the body. */
  readonly discard: () => void
}

/**
 * Sends a GET request, or a POST request if it has a body.
 * @throws Refusal for addresses that are not allowed, other errors if the network fails
 */
export type GuardedClient = (address: string | URL, request?: OutgoingRequest) => Promise<OutgoingResponse>

const MAX_REDIRECTS = 5
/**
 * Bytes of a body that may wait for their reader. undici 7 ends the process if it has stopped reading a connection when
 * the other side closes it, so it never stops for bodies of limited size.
 */
const MAX_WAITING = 64 * 1024 * 1024
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Returns a function that sends requests, and connects to allowed addresses only. */
export const guardedClient = ({ isAllowed = isPublic, timeout, maxBytes, userAgent }: ClientOptions): GuardedClient => {
  // Without keep-alive (pipelining: 0), because most connections are used only once.
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 0,
    maxResponseSize: maxBytes === Infinity ? -1 : maxBytes
  })

  return async (address, { headers = {}, body: sent, signal, isStream = false } = {}) => {
    const deadline = new AbortController()
    const timer = setTimeout(
      () => deadline.abort(new DOMException('The request takes too long', 'TimeoutError')),
      timeout
    )
    const signals = [deadline.signal, ...(signal === undefined ? [] : [signal])]
    const options = {
      dispatcher,
      signal: AbortSignal.any(signals),
      headers: { 'accept-encoding': 'identity', 'user-agent': userAgent, ...headers },
      highWaterMark: Math.min(maxBytes, MAX_WAITING) + 1,
      ...(sent !== undefined && { method: 'POST', body: sent })
    }
    try {
      let url = addressOf(String(address), isAllowed)
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const { statusCode: status, headers, body } = await request(url, options)
        const { location } = headers
        if (sent !== undefined || !REDIRECTS.includes(status) || typeof location !== 'string') {
          body.once('close', () => clearTimeout(timer))
          if (isStream) clearTimeout(timer)
          return responseOf(url, status, headers, body, maxBytes)
        }
        dispose(body)
        url = addressOf(location, isAllowed, url)
      }
      throw new Refusal(`leads through more than ${MAX_REDIRECTS} redirects`)
    } catch (error) {
      clearTimeout(timer)
      throw error
    }
  }
}

const responseOf = (
  url: URL,
  status: number,
  headers: IncomingHttpHeaders,
  body: Dispatcher.ResponseData['body'],
  maxBytes: number
): OutgoingResponse => {
  const chunks = bounded(body, maxBytes)
  // The reader gets an error that comes before it begins. An error without a listener would end the process.
  body.on('error', () => {})
  return {
    url,
    status,
    headers,
    body: chunks,
    async bytes() {
      const all: Buffer[] = []
      for await (const chunk of chunks) all.push(chunk)
      return Buffer.concat(all)
    },
    discard: () => dispose(body)
  }
}

async function* bounded(body: Dispatcher.ResponseData['body'], maxBytes: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk)
  } catch (error) {
    if (!(error instanceof errors.ResponseExceededMaxSizeError)) throw error
    throw new Refusal(`leads to a document of more than ${maxBytes} bytes`)
  } finally {
    dispose(body)
  }
}

/** Discards the rest of a body, and closes its connection. */
const dispose = (body: Dispatcher.ResponseData['body']) => {
  body.on('error', () => {})
  body.destroy()
}
