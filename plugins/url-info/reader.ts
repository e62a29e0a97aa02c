/** Reads a web page, with an HTTP client that only connects to allowed addresses. */
import { Agent, request, type Dispatcher } from 'undici'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { addressOf, guardedLookup, Refusal } from './addresses.ts'
import type { IsAllowed } from '../clients.ts'
import { describePage } from './page.ts'

const MAX_REDIRECTS = 5
const MAX_BYTES = 512 * 1024
const HEADERS = { accept: 'text/html, */*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Desk-URLInfo/1.0' }

/**
 * Reads a page, after following redirects, and describes it.
 * @param timeout milliseconds that this may take, with all redirects
 * @throws Refusal
 */
export const readPage = async (requestedUrl: URL, isAllowed: IsAllowed, timeout: number): Promise<URLInfoRow> => {
  const signal = AbortSignal.timeout(timeout)
  // Without keep-alive (pipelining: 0), because the connection is used only once.
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(isAllowed), timeout }, pipelining: 0 })
  let url = requestedUrl
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { statusCode, headers, body } = await request(url, { dispatcher, signal, headers: HEADERS })
    const { location, 'content-type': type, 'content-encoding': encoding = 'identity' } = headers
    if (statusCode < 300) {
      const bytes = encoding === 'identity' ? await firstBytes(body) : Buffer.alloc(0)
      return describePage(requestedUrl, url, String(type ?? ''), bytes)
    }
    dispose(body)
    if (statusCode >= 400 || typeof location !== 'string') {
      throw new Refusal(`leads to a page that answers ${statusCode}`)
    }
    url = addressOf(location, isAllowed, url)
  }
  throw new Refusal(`leads through more than ${MAX_REDIRECTS} redirects`)
}

/** Returns the beginning of a body, up to MAX_BYTES. */
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

/** Discards the rest of a body, and closes its connection. */
const dispose = (body: Dispatcher.ResponseData['body']) => {
  body.on('error', () => {})
  body.destroy()
}
