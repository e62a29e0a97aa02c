/** Documents in memory, and how they are sent: whole, compressed, or as 304 if the client already has them. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

type Encoding = 'gzip' | 'br'

export interface Document {
  readonly body: Buffer
  /** Strong entity tag of the uncompressed bytes, in quotes. */
  readonly etag: string
  /** Names and values alternate, as `writeHead` expects them. Headers that depend on the encoding are not included. */
  readonly headers: readonly string[]
  /** Compressed bytes by encoding. Each encoding is computed once, at its first use. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
  /** Whether it is the same for as long as the process runs. */
  readonly isFixed?: boolean
}

/**
 * Creates a document from its text or bytes.
 * @param headers headers of the response; undefined values are left out
 * @param version version of the item in the document, if it has one: it becomes part of the entity tag
 */
export const documentOf = (
  content: string | Buffer,
  headers: Readonly<Record<string, unknown>>,
  version: number | undefined
): Document => {
  const body = ownBytes(content)
  const digest = hash('sha1', body, 'base64url')
  return {
    body,
    etag: version === undefined ? `"${digest}"` : `"${version}-${digest}"`,
    headers: headerList(headers),
    encoded: new Map()
  }
}

/** Returns headers for `writeHead`, with names and values alternating. Undefined values are left out. */
const headerList = (headers: Readonly<Record<string, unknown>>): string[] => {
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) list.push(name, String(value))
  }
  return list
}

/**
 * Returns the number of bytes that a document can take in memory. Both compressed copies together are estimated at the
 * size of the body: markup compresses to less than half of its size.
 */
export const sizeOf = ({ body, headers }: Document): number =>
  body.length * 2 + headers.reduce((sum, text) => sum + text.length * 2, 0)

/** Returns the bytes of a document in an encoding, and compresses them at the first call. */
const encodedBytes = ({ body, encoded, isFixed = false }: Document, encoding: Encoding): Promise<Buffer> => {
  const cached = encoded.get(encoding)
  if (cached !== undefined) return cached
  const compressing = compressors[encoding](body, isFixed && body.length <= MAX_BEST).then(ownBytes)
  encoded.set(encoding, compressing)
  return compressing
}

/** Maximum number of bytes of a fixed document that is compressed as well as possible: in a tenth of a second. */
const MAX_BEST = 64 * 1024

const compressors: Readonly<Record<Encoding, (body: Buffer, isBest: boolean) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  // Quality 5 takes as long as level 6 of gzip and yields fewer bytes. Higher qualities are too slow for documents of a
  // live blog, which change often.
  br: (body, isBest) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: isBest ? 11 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    })
}

/**
 * Copies text or bytes into a buffer with its own memory. Buffer.from and zlib can return a slice of a larger
 * buffer, and a cached slice would keep the whole buffer in memory.
 */
const ownBytes = (content: string | Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') own.write(content)
  else content.copy(own)
  return own
}

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
  if (isNoneMatch(headers['if-none-match'], document.etag)) {
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

/**
 * Returns whether If-None-Match names a document in any encoding. It compares weakly (RFC 9110, section 13.1.2).
 * @param etag entity tag of the document
 */
export const isNoneMatch = (condition: string | undefined, etag: string): boolean => {
  if (condition === undefined) return false
  // Nearly all clients send back the one tag that they received.
  if (condition === etag || condition.trim() === '*') return true
  const opaque = opaqueOf(etag)
  return condition.split(',').some((tag) => opaqueOf(tag) === opaque)
}

/**
 * Returns the text of an entity tag, without its encodings. Apache appends `-gzip` or `-br` when it compresses, and
 * `-br` to a 304 whose tag has it already.
 */
const opaqueOf = (tag: string): string | undefined => /^\s*(?:W\/)?"([^"]*?)(?:-(?:gzip|br)){0,2}"\s*$/.exec(tag)?.[1]

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

/**
 * Returns a handler that sends a document, which is made for the first request. All requests share its bytes: a copy
 * for each would let a few hundred clients that read nothing fill the memory.
 * @param content returns the text or the bytes of the document
 * @param headers headers of the document besides those that hooks have set
 */
export const fixedDocument = (
  content: () => string | Buffer | Promise<Buffer>,
  headers: Readonly<Record<string, string>>
) => {
  let document: Document | undefined
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const head = { ...reply.getHeaders(), vary: 'Accept-Encoding', ...headers }
    document ??= { ...documentOf(await content(), head, undefined), isFixed: true }
    reply.hijack()
    sendDocument(raw, reply.raw, document, 0)
    return reply
  }
}
