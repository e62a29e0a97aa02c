/** Sends a document: whole, compressed, or as 304 if the client already has it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { encodedBytes, type Document, type Encoding } from './document.ts'

/** Smaller bodies, in bytes, are sent uncompressed, because compression would save nothing. */
const MIN_COMPRESSED = 1024

/**
 * Sends a document as the response to a GET or HEAD.
 * @param age seconds since the document was last known to be fresh; 0 if it is fresh now (RFC 9111, section 5.1)
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

/**
 * Returns the entity tag of a document in an encoding. A strong tag identifies bytes, so each encoding has its own (RFC
 * 9110, section 8.8.1).
 */
const etagOf = (etag: string, encoding: Encoding | undefined): string =>
  encoding === undefined ? etag : `${etag.slice(0, -1)}-${encoding}"`

/** Returns whether If-None-Match names the document in any encoding. It compares weakly (RFC 9110, section 13.1.2). */
const isMatch = ({ 'if-none-match': condition }: IncomingHttpHeaders, etag: string): boolean => {
  if (condition === undefined) return false
  // Nearly all clients send back the one tag that they received.
  if (condition === etag || condition.trim() === '*') return true
  const opaque = etag.slice(1, -1)
  return condition.split(',').some((tag) => {
    const [, clientTag = ''] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag) ?? []
    return clientTag === opaque || clientTag === `${opaque}-gzip` || clientTag === `${opaque}-br`
  })
}

/** Returns the encoding for a document; undefined if the document is small or the client accepts no encoding. */
const encodingFor = ({ 'accept-encoding': accepted }: IncomingHttpHeaders, body: Buffer): Encoding | undefined =>
  accepted === undefined || accepted === '' || body.length < MIN_COMPRESSED
    ? undefined
    : preferences.memo(`${accepted}`).encoding

/** Returns the encoding that a client prefers, and brotli if it has no preference (RFC 9110, section 12.5.3). */
const preferredEncoding = (accepted: string): Encoding | undefined => {
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

/** Parsed Accept-Encoding headers. Clients send only a few different ones. */
const preferences = new LRUCache<string, { encoding: Encoding | undefined }>({
  max: 1000,
  memoMethod: (accepted) => ({ encoding: preferredEncoding(accepted) })
})
