/** A document ready to send: its bytes, its headers, and its compressed forms once somebody wants them. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'gzip' | 'br'

export interface Document {
  readonly body: Buffer
  /** Strong entity tag of the uncompressed bytes, in quotes. */
  readonly etag: string
  /** Names and values in turn, but for those of one encoding. */
  readonly headers: readonly string[]
  /** Compressed forms, each made once. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/**
 * @param headers those of the answer; undefined values are left out
 * @param version that of the item it shows, if it has one
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

/** The entity tag of an item's version, whatever its documents look like. */
export const versionTag = (version: number): string => `"${version}"`

/**
 * Whether `If-Match` lets a change through: it names the current version, any, or is not sent (RFC 9110, section 13.1.1).
 * Of an entity tag only the version counts, because a client that writes JSON may have read XML.
 */
export const isCurrent = (condition: string | undefined, version: number): boolean =>
  condition === undefined ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag)?.[1] === String(version))

/** Headers as `writeHead` takes them, names and values in turn; undefined values are left out. */
export const headerList = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))

/** The bytes a document may take in memory: markup compresses to less than half, in both encodings together. */
export const sizeOf = ({ body, headers }: Document): number =>
  body.length * 2 + headers.reduce((sum, text) => sum + text.length * 2, 0)

/** A document's bytes in an encoding. */
export const encodedBytes = ({ body, encoded }: Document, encoding: Encoding): Promise<Buffer> => {
  const cached = encoded.get(encoding)
  if (cached !== undefined) return cached
  const compressing = compressors[encoding](body).then(ownBytes)
  encoded.set(encoding, compressing)
  return compressing
}

const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  // Quality 5 takes as long as gzip's 6 and is smaller; a live blog's document does not live long enough for more.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    })
}

/**
 * A copy in its own memory. What Buffer.from and zlib return may be a small piece of something larger, all of which
 * would stay in memory with the piece.
 */
const ownBytes = (content: string | Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') own.write(content)
  else content.copy(own)
  return own
}
