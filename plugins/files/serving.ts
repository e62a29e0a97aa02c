/** Serves stored files, with range requests (RFC 9110, section 14) and If-None-Match (section 13.1.2). */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNoneMatch } from '../cache/document.ts'
import { mediaOf } from './names.ts'
import type { Span, Store } from './store.ts'

/** Files never change, so caches can keep them for ever. The sandbox keeps browsers from running scripts in them. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'",
  // As in plugins/embed: pages may load only what allows it.
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes'
}

/**
 * Returns the handler for GET and HEAD of a file.
 * @param orUnavailable returns the result of an access to the store, and throws HttpError 503 if the access fails
 */
export const serveFrom =
  (store: Store, orUnavailable: <T>(access: Promise<T>) => Promise<T>) =>
  async ({ params: { file }, headers, method }: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
    const media = mediaOf(file)
    const size = media === undefined ? undefined : await orUnavailable(store.sizeOf(file))
    if (media === undefined || size === undefined) return reply.callNotFound()
    const etag = `"${file}"`
    reply.headers({ ...HEADERS, etag })
    if (isNoneMatch(headers['if-none-match'], etag)) return reply.code(304).send()
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
    const span = isSame ? spanOf(headers.range, size) : undefined
    if (span === 'none') {
      return reply
        .code(416)
        .headers({ 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
        .send()
    }
    const { start, end } = span ?? { start: 0, end: size - 1 }
    reply
      .code(span === undefined ? 200 : 206)
      .type(media)
      .header('content-length', end - start + 1)
    if (span !== undefined) reply.header('content-range', `bytes ${start}-${end}/${size}`)
    if (method === 'HEAD') return reply.send()
    return reply.send(size === 0 ? Readable.from([]) : await orUnavailable(store.read(file, { start, end })))
  }

/**
 * Returns the bytes that a Range header requests; `none` if the file has no such bytes. Undefined stands for the whole
 * file, which is also the response to several ranges in one header.
 */
const spanOf = (range: string | undefined, size: number): Span | 'none' | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start < size && start <= end ? { start, end } : 'none'
}
