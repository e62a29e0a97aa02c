/** Sends a document: whole, compressed, or not at all when the client has it already. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { encodedBytes, type Document, type Encoding } from './document.ts'

/** Smaller bodies gain nothing by compression. */
const MIN_COMPRESSED = 1024

/**
 * Sends a document to a GET or HEAD.
 * @param age seconds since the document was last known to be true, 0 when it is (RFC 9111, section 5.1)
 */
export const sendDocument = (
  request: IncomingMessage,
  response: ServerResponse,
  document: Document,
  age: number
): void => {
  const { headers } = request
  const encoding = encodingFor(headers, document.body)
  const head = [...document.headers, 'etag', etagOf(document.etag, encoding)]
  if (age > 0) head.push('age', `${age}`)
  if (isMatch(headers, document.etag)) {
    response.writeHead(304, head)
    response.end()
    return
  }
  if (encoding === undefined) return sendBytes(request, response, head, document.body)
  head.push('content-encoding', encoding)
  void encodedBytes(document, encoding).then((bytes) => sendBytes(request, response, head, bytes))
}

const sendBytes = ({ method }: IncomingMessage, response: ServerResponse, head: string[], bytes: Buffer): void => {
  head.push('content-length', `${bytes.length}`)
  response.writeHead(200, head)
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** A strong tag names bytes, so each encoding has its own (RFC 9110, section 8.8.1). */
const etagOf = (etag: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? etag : `${etag.slice(0, -1)}-${encoding}"`

/** Whether a client has the document already, in any encoding (RFC 9110, section 13.1.2: compared weakly). */
const isMatch = ({ 'if-none-match': condition }: IncomingHttpHeaders, etag: string): boolean => {
  if (condition === undefined) return false
  // What a client sends is nearly always the one tag it was given.
  if (condition === etag || condition.trim() === '*') return true
  const opaque = etag.slice(1, -1)
  return condition.split(',').some((tag) => {
    const [, given = ''] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag) ?? []
    return given === opaque || given === `${opaque}-gzip` || given === `${opaque}-br`
  })
}

/** The encoding a document goes out in: none when it is small, or the client takes none. */
const encodingFor = ({ 'accept-encoding': accepted }: IncomingHttpHeaders, body: Buffer): Encoding | undefined =>
  accepted === undefined || accepted === '' || body.length < MIN_COMPRESSED
    ? undefined
    : preferences.memo(`${accepted}`).encoding

/** The encoding a client prefers; brotli before gzip at the same weight (RFC 9110, section 12.5.3). */
const preferred = (accepted: string): Encoding | undefined => {
  const weights = new Map(
    accepted.split(',').map((range) => {
      const [coding = '', weight] = range.split(';').map((part) => part.trim().toLowerCase())
      return [coding, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1]
    })
  )
  const weightOf = (coding: Encoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best: Encoding = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** Clients send few kinds of Accept-Encoding, so each is read once. */
const preferences = new LRUCache<string, { encoding: Encoding | undefined }>({
  max: 1000,
  memoMethod: (accepted) => ({ encoding: preferred(accepted) })
})
