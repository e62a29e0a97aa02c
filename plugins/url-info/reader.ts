/** Reads one web page, with a client that connects to allowed addresses only. */
import { Agent, request, type Dispatcher } from 'undici'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { addressOf, guardedLookup, Refusal, type IsAllowed } from './addresses.ts'
import { describePage } from './page.ts'

const MAX_REDIRECTS = 5
const MAX_BYTES = 512 * 1024
const HEADERS = { accept: 'text/html, */*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Desk-URLInfo/1.0' }

/**
 * Follows redirects to a page and describes it.
 * @param timeout milliseconds it may take, with all redirects
 * @throws Refusal
 */
export const readPage = async (asked: URL, isAllowed: IsAllowed, timeout: number): Promise<URLInfoRow> => {
  const signal = AbortSignal.timeout(timeout)
  // A page is read once, so no connection is kept open for another.
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(isAllowed), timeout }, pipelining: 0 })
  let url = asked
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { statusCode, headers, body } = await request(url, { dispatcher, signal, headers: HEADERS })
    const { location, 'content-type': type, 'content-encoding': encoding = 'identity' } = headers
    if (statusCode < 300) {
      const bytes = encoding === 'identity' ? await firstBytes(body) : Buffer.alloc(0)
      return describePage(asked, url, String(type ?? ''), bytes)
    }
    dispose(body)
    if (statusCode >= 400 || typeof location !== 'string') {
      throw new Refusal(`leads to a page that answers ${statusCode}`)
    }
    url = addressOf(location, isAllowed, url)
  }
  throw new Refusal(`leads through more than ${MAX_REDIRECTS} redirects`)
}

/** As much of a body as is looked at. */
const firstBytes = async (body: Dispatcher.ResponseData['body']): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size >= MAX_BYTES) break
  }
  dispose(body)
  return Buffer.concat(chunks).subarray(0, MAX_BYTES)
}

/** Drops what is left of a body, with its connection. */
const dispose = (body: Dispatcher.ResponseData['body']) => {
  body.on('error', () => {})
  body.destroy()
}
