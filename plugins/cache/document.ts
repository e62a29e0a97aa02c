/** Documents in memory: bytes, headers, and compressed bytes once a client has requested them. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'gzip' | 'br'

export interface Document {
  readonly body: Buffer
  /** Strong entity tag of the uncompressed bytes, in quotes. */
  readonly etag: string
  /** Names and values alternate, as `writeHead` expects them. Headers that depend on the encoding are not included. */
  readonly headers: readonly string[]
  /** Compressed bytes by encoding. Each encoding is computed once, at its first use. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/**
 * Creates a document from its text.
 * @param headers headers of the response; undefined values are left out
 * @param version version of the item in the document, if it has one: it becomes part of the entity tag
 */
export const documentOf = (
  text: string,
  headers: Readonly<Record<string, unknown>>,
  version: number | undefined
): Document => {
  const body = ownBytes(text)
  const digest = hash('sha1', body, 'base64url')
  return {
    body,
    etag: version === undefined ? `"${digest}"` : `"${version}-${digest}"`,
    headers: headerList(headers),
    encoded: new Map()
  }
}

/** Returns the entity tag of an item's version, which is the same for all representations. */
export const versionTag = (version: number): string => `"${version}"`

/**
 * Returns whether `If-Match` allows a change: it is absent, `*`, or names the current version (RFC 9110, section
 * 13.1.1). Only the version in an entity tag counts, because a client that sends JSON may have read XML.
 */
export const isMatchingVersion = (condition: string | undefined, version: number): boolean =>
  condition === undefined ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag)?.[1] === String(version))

/** Returns headers for `writeHead`, with names and values alternating. Undefined values are left out. */
export const headerList = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))

/**
 * Returns the number of bytes that a document can take in memory. Both compressed copies together are estimated at the
 * size of the body: markup compresses to less than half of its size.
 */
export const sizeOf = ({ body, headers }: Document): number =>
  body.length * 2 + headers.reduce((sum, text) => sum + text.length * 2, 0)

/** Returns the bytes of a document in an encoding, and compresses them at the first call. */
export const encodedBytes = ({ body, encoded }: Document, encoding: Encoding): Promise<Buffer> => {
  const cached = encoded.get(encoding)
  if (cached !== undefined) return cached
  const compressing = compressors[encoding](body).then(ownBytes)
  encoded.set(encoding, compressing)
  return compressing
}

const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  // Quality 5 takes as long as level 6 of gzip and yields fewer bytes. Higher qualities are too slow for documents of a
  // live blog, which change often.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
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
