/** Sends a document: whole, compressed, or not at all when the client has it already. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ownBytes, type Encoding, type Kept, type Store } from './store.ts'

/** Smaller bodies gain nothing by compression. */
const MIN_COMPRESSED = 1024

const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  // Quality 5 takes as long as gzip's 6 and is smaller; a document of a live blog is not kept long enough for more.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
}

/** Sends a kept document to a GET or HEAD, past the rest of Fastify. */
export const answer = (request: IncomingMessage, response: ServerResponse, store: Store, key: string, kept: Kept): void => {
  const { headers } = request
  const encoding = encodingFor(headers, kept.body)
  if (isKnown(headers, kept.etag)) {
    response.writeHead(304, [...kept.headers, 'etag', etagOf(kept.etag, encoding)])
    response.end()
    return
  }
  const bytes = encoding === undefined ? kept.body : kept.encoded.get(encoding)
  if (bytes !== undefined) return send(request, response, kept, encoding, bytes)
  compressed(store, key, kept, encoding).then(
    (made) => send(request, response, kept, encoding, made),
    () => send(request, response, kept, undefined, kept.body)
  )
}

const send = ({ method }: IncomingMessage, response: ServerResponse, kept: Kept, encoding: Encoding | undefined, bytes: Buffer): void => {
  response.writeHead(200, encoding === undefined
    ? [...kept.headers, 'etag', kept.etag, 'content-length', `${bytes.length}`]
    : [...kept.headers, 'etag', etagOf(kept.etag, encoding), 'content-encoding', encoding, 'content-length', `${bytes.length}`])
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** A document's bytes in an encoding; made once, however many ask for them at the same time. */
export const compressed = async (store: Store, key: string, kept: Kept, encoding: Encoding | undefined): Promise<Buffer> => {
  if (encoding === undefined) return kept.body
  const wanted = etagOf(kept.etag, encoding)
  const pending = compressing.get(wanted) ?? compressors[encoding](kept.body).then(ownBytes).finally(() => compressing.delete(wanted))
  compressing.set(wanted, pending)
  const bytes = await pending
  store.addEncoding(key, kept, encoding, bytes)
  return bytes
}

/** What is being compressed, by the tag of what will come of it. */
const compressing = new Map<string, Promise<Buffer>>()

/** A strong tag names bytes, so each encoding has its own (RFC 9110, section 8.8.1). */
export const etagOf = (etag: string, encoding: Encoding | undefined): string => encoding === undefined ? etag : `${etag.slice(0, -1)}-${encoding}"`

/** Whether a client has the document already, in any encoding (RFC 9110, section 13.1.2: compared weakly). */
export const isKnown = ({ 'if-none-match': condition }: IncomingHttpHeaders, etag: string): boolean => {
  if (condition === undefined) return false
  // What a client sends is nearly always the one tag it was given.
  if (condition === etag || condition.trim() === '*') return true
  const opaque = etag.slice(1, -1)
  return condition.split(',').some((tag) => {
    const [, given = ''] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag) ?? []
    return given === opaque || given === `${opaque}-gzip` || given === `${opaque}-br`
  })
}

/** The encoding a document goes out in: none when it is small, or the client wants none. */
export const encodingFor = ({ 'accept-encoding': accepted }: IncomingHttpHeaders, body: Buffer): Encoding | undefined =>
  accepted === undefined || accepted === '' || body.length < MIN_COMPRESSED ? undefined : preferred(`${accepted}`)

/** The encoding a client prefers among those offered; brotli before gzip at the same weight (RFC 9110, section 12.5.3). */
const preferred = (accepted: string): Encoding | undefined => {
  const known = preferences.get(accepted)
  if (known !== undefined) return known.encoding
  const weights = new Map(accepted.split(',').map((range) => {
    const [coding = '', weight] = range.split(';').map((part) => part.trim().toLowerCase())
    return [coding, weight?.startsWith('q=') ? Number(weight.slice(2)) : 1]
  }))
  const weightOf = (coding: Encoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best: Encoding = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  const encoding = weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
  if (preferences.size < MAX_PREFERENCES) preferences.set(accepted, { encoding })
  return encoding
}

/** What clients send in Accept-Encoding is of few kinds, and read once each. */
const preferences = new Map<string, { encoding: Encoding | undefined }>()
const MAX_PREFERENCES = 1000
