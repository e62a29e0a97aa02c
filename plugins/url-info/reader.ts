/** Reads one web page, with a client that connects to allowed addresses only. */
import { Agent, request, type Dispatcher } from 'undici'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { addressOf, guardedLookup, Refusal, type IsAllowed } from './addresses.ts'
import { describePage } from './page.ts'

const MAX_REDIRECTS = 5
const MAX_BYTES = 512 * 1024

export interface Reader {
  /** @throws Refusal */
  read: (url: URL) => Promise<URLInfoRow>
  close: () => Promise<void>
}

/** @param timeout milliseconds a page may take, with all redirects */
export const reader = (isAllowed: IsAllowed, timeout: number): Reader => {
  // A page is read once, so no connection is kept open for another.
  const agent = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout }, headersTimeout: timeout, bodyTimeout: timeout, pipelining: 0
  })
  return {
    read: (url) => readPage(url, { agent, isAllowed, signal: AbortSignal.timeout(timeout) }),
    close: () => agent.destroy()
  }
}

interface Means { agent: Agent, isAllowed: IsAllowed, signal: AbortSignal }

/** Follows redirects to a page and describes it. @throws Refusal */
const readPage = async (asked: URL, { agent, isAllowed, signal }: Means): Promise<URLInfoRow> => {
  let url = asked
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { statusCode, headers, body } = await request(url, { dispatcher: agent, signal, headers: HEADERS })
    const { location, 'content-type': type, 'content-encoding': encoding = 'identity' } = headers
    const moved = statusCode >= 300 && statusCode < 400 && typeof location === 'string'
    if (!moved && statusCode < 300) {
      const bytes = encoding === 'identity' ? await firstBytes(body) : Buffer.alloc(0)
      return describePage(asked, url, String(type ?? ''), bytes)
    }
    dispose(body)
    if (!moved) throw new Refusal(`leads to a page that answers ${statusCode}`)
    url = addressOf(location, isAllowed, url)
  }
  throw new Refusal(`leads through more than ${MAX_REDIRECTS} redirects`)
}

const HEADERS = { accept: 'text/html, */*;q=0.1', 'accept-encoding': 'identity', 'user-agent': 'Desk-URLInfo/1.0' }

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
