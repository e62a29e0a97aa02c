/**
 * The HTTP client for addresses that come from outside: from users, from posts, and from other services. It only
 * connects to allowed addresses, which it checks when it connects and at each redirect, so nobody reaches the internal
 * network through it (SSRF). Time, size and redirects are limited.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublic, type IsAllowed } from '../clients.ts'
import { addressOf, finderFor, guardedLookup, Refusal, type FindAddresses } from './addresses.ts'

export { allAddresses, NOT_PUBLIC, Refusal } from './addresses.ts'

export interface ClientOptions {
  /** Returns whether the client may connect to an IP address. By default, all public addresses are allowed. */
  readonly isAllowed?: IsAllowed | undefined
  /** Finds the addresses of host names. By default, name servers do; the system, if all addresses are allowed. */
  readonly find?: FindAddresses
  /** Milliseconds that a request may take, with all redirects and the body. */
  readonly timeout: number
  /** Maximum size of a body, in bytes, before and after decompression. */
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
  readonly headers: http.IncomingHttpHeaders
  /**
   * The body as it arrives, decompressed. The connection is closed when the caller stops reading.
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
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** Maximum number of interim responses (RFC 9110, section 15.2). A server may send them without end. */
const MAX_INTERIM = 20

/** Returns a function that sends requests, and connects to allowed addresses only. */
export const guardedClient = (options: ClientOptions): GuardedClient => {
  const { isAllowed = isPublic, find = finderFor(isAllowed), timeout, maxBytes, userAgent } = options
  const lookup = guardedLookup(isAllowed, find)
  return async (address, { headers = {}, body: sent, signal, isStream = false } = {}) => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(tooLate()), timeout)
    // AbortSignal.any() would leave an entry at the signal for each request: followers send requests for months.
    const end = () => ending.abort(signal?.reason)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
    const release = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
    const requestOptions = {
      method: sent === undefined ? 'GET' : 'POST',
      headers: { 'accept-encoding': 'identity', 'user-agent': userAgent, ...headers },
      lookup,
      timeout,
      // Each request has its own connection, because most are used only once.
      agent: false
    }
    try {
      let url = addressOf(String(address), isAllowed)
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const body = await send(url, requestOptions, ending.signal, sent)
        const { statusCode: status = 0, headers } = body
        const { location } = headers
        if (sent !== undefined || !REDIRECTS.includes(status) || location === undefined) {
          body.once('close', release)
          if (isStream) clearTimeout(timer)
          return responseOf(url, status, body, maxBytes)
        }
        body.destroy()
        // Headers are read as Latin-1, but addresses that are not percent-encoded are in UTF-8.
        url = addressOf(Buffer.from(location, 'latin1').toString(), isAllowed, url)
      }
      throw new Refusal(`leads through more than ${MAX_REDIRECTS} redirects`)
    } catch (error) {
      release()
      throw error
    }
  }
}

const tooLate = () => new DOMException('The request takes too long', 'TimeoutError')

/** Sends a request. After the response, the signal and a silent connection end its body. */
const send = (
  url: URL,
  options: http.RequestOptions,
  signal: AbortSignal,
  sent: string | undefined
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options)
    let open: http.ClientRequest | http.IncomingMessage = request
    const abort = () => {
      open.destroy(signal.reason)
    }
    request.on('response', (response) => {
      // The reader gets an error that comes before it begins. An error without a listener would end the process.
      response.on('error', () => {})
      open = response
      resolve(response)
    })
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > MAX_INTERIM) request.destroy(new Error('The other service sends interim responses only'))
    })
    request.on('timeout', () => open.destroy(tooLate()))
    request.on('error', reject)
    request.on('close', () => {
      signal.removeEventListener('abort', abort)
      reject(new Error('The connection was closed without a response'))
    })
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    request.end(sent)
  })

const responseOf = (url: URL, status: number, body: http.IncomingMessage, maxBytes: number): OutgoingResponse => {
  const chunks = bounded(decompressed(body, maxBytes), maxBytes)
  return {
    url,
    status,
    headers: body.headers,
    body: chunks,
    async bytes() {
      const all: Buffer[] = []
      for await (const chunk of chunks) all.push(chunk)
      return Buffer.concat(all)
    },
    discard: () => {
      body.destroy()
    }
  }
}

/** Decompressors by content coding. Some servers send compressed files even to clients that do not accept them. */
const DECOMPRESSORS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress]
])

/** Returns the decompressed body. A body in another coding stays as it is. */
const decompressed = (body: http.IncomingMessage, maxBytes: number): Readable => {
  const { 'content-encoding': encoding = '' } = body.headers
  const create = DECOMPRESSORS.get(encoding.trim().toLowerCase())
  if (create === undefined) return body
  let size = 0
  // Blocks without content decompress to nothing, so their reader would never count them.
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) body.destroy(tooLarge(maxBytes))
  })
  // The reader of the last stream gets the errors of both. The end of one of them destroys the other.
  return pipeline(body, create(), () => {})
}

const tooLarge = (maxBytes: number) => new Refusal(`leads to a document of more than ${maxBytes} bytes`)

async function* bounded(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  // The loop destroys the body, even if it ends early.
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield bytes
  }
}
