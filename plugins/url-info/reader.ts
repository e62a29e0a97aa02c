/** Reads a web page, with an HTTP client that only connects to allowed addresses. */
import type { URLInfoRow } from '../../schemas/url-info.ts'
import type { IsAllowed } from '../clients.ts'
import { byNameServers } from '../outgoing/addresses.ts'
import { guardedClient, Refusal, type OutgoingResponse } from '../outgoing/index.ts'
import { describePage } from './page.ts'

const MAX_BYTES = 512 * 1024
const HEADERS = { accept: 'text/html, */*;q=0.1' }

/**
 * Reads a page, after following redirects, and describes it.
 * @param timeout milliseconds that this may take, with all redirects
 * @throws Refusal
 */
export const readPage = async (requestedUrl: URL, isAllowed: IsAllowed, timeout: number): Promise<URLInfoRow> => {
  const find = byNameServers
  // Only the beginning of a page is read. The maximum counts for compressed data, which may decompress to nothing.
  const get = guardedClient({ isAllowed, find, timeout, maxBytes: 2 * MAX_BYTES, userAgent: 'Desk-URLInfo/1.0' })
  const { url, status, headers, body, discard } = await get(requestedUrl, { headers: HEADERS })
  const { 'content-type': type = '' } = headers
  if (status >= 300) {
    discard()
    throw new Refusal(`leads to a page that answers ${status}`)
  }
  return describePage(requestedUrl, url, type, await firstBytes(body))
}

/** Returns the beginning of a body, up to MAX_BYTES. */
const firstBytes = async (body: OutgoingResponse['body']): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES)
}
