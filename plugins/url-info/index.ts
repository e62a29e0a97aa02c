/**
 * Reads web pages that clients name, without becoming their way into the network it runs in: only public addresses,
 * checked when the connection is made and at every redirect, bounded in time, size and number.
 */
import { httpErrors } from '@fastify/sensible'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Agent, request, type Dispatcher } from 'undici'
import type { Config } from '../../schemas/config.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { clientOf } from '../faults/clients.ts'
import { addressOf, guardedLookup, isPublic, Refusal, type IsAllowed } from './addresses.ts'
import { describePage } from './page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads web pages for clients. */
    webPages: WebPages
  }
}

export interface WebPages {
  /** Who may have pages read: everybody, whoever is logged in, nobody. */
  readonly readers: Config['URL_INFO']
  /**
   * Describes a page.
   * @param client address of the client, whose requests are counted
   * @throws HttpError 400 when it cannot be read, 429 when the client asks too often
   */
  readonly read: (url: string, client: string) => Promise<URLInfoRow>
}

/** What pages may be read. */
export interface UrlInfoOptions {
  readers: Config['URL_INFO']
  /** Whether an IP address may be connected to. */
  isAllowed?: IsAllowed
  /** Milliseconds a page may take, with all redirects. */
  timeout?: number
}

const TIMEOUT = 5_000
const MAX_REDIRECTS = 5
const MAX_BYTES = 512 * 1024
/** How many pages one client may have read in a minute, and how many are read at once for all. */
const PER_MINUTE = 30
const AT_ONCE = 20

const urlInfo = async (app: FastifyInstance, { readers, isAllowed = isPublic, timeout = TIMEOUT }: UrlInfoOptions) => {
  // A page is read once, so no connection is kept for another.
  const agent = new Agent({ connect: { lookup: guardedLookup(isAllowed), timeout }, headersTimeout: timeout, bodyTimeout: timeout, pipelining: 0 })
  app.addHook('onClose', () => agent.destroy())
  const reading = new Map<string, Promise<URLInfoRow>>()
  const asked = new LRUCache<string, { times: number }>({ max: 10_000, ttl: 60_000 })

  /** @throws HttpError 429 */
  const count = (client: string) => {
    const counted = asked.get(clientOf(client)) ?? { times: 0 }
    if (counted.times === 0) asked.set(clientOf(client), counted)
    counted.times += 1
    if (counted.times > PER_MINUTE) throw tooMany('You asked for too many pages')
  }

  const readOnce = (url: URL): Promise<URLInfoRow> => {
    const known = reading.get(url.href)
    if (known !== undefined) return known
    if (reading.size >= AT_ONCE) throw tooMany('Too many pages are being read')
    const work = readPage(url, { agent, isAllowed, signal: AbortSignal.timeout(timeout) }).finally(() => reading.delete(url.href))
    reading.set(url.href, work)
    return work
  }

  app.decorate('webPages', {
    readers,
    async read (url: string, client: string) {
      count(client)
      try {
        return await readOnce(addressOf(url, isAllowed))
      } catch (error) {
        throw refused(error)
      }
    }
  })
}

interface Means { agent: Agent, isAllowed: IsAllowed, signal: AbortSignal }

/** Follows redirects to a page and describes it. @throws Refusal */
const readPage = async (asked: URL, { agent, isAllowed, signal }: Means): Promise<URLInfoRow> => {
  let url = asked
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { statusCode, headers, body } = await request(url, { dispatcher: agent, signal, headers: HEADERS })
    const { location, 'content-type': type, 'content-encoding': encoding = 'identity' } = headers
    const moved = statusCode >= 300 && statusCode < 400 && typeof location === 'string'
    if (!moved && statusCode < 300) return describePage(asked, url, String(type ?? ''), encoding === 'identity' ? await firstBytes(body) : Buffer.alloc(0))
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

/** Tells the client what is wrong with the page, but not what the network said: that would tell of other machines. */
const refused = (error: unknown): unknown => {
  if (!(error instanceof Error) || 'statusCode' in error) return error
  const reason = error instanceof Refusal
    ? error.message
    : /Timeout/.test(error.name) ? 'leads to a page that does not answer in time' : 'leads to a page that cannot be read'
  return httpErrors.createError(400, `The parameter url ${reason}`, { errors: [{ place: 'url', reason }], problem: 'bad-parameter' })
}

const tooMany = (reason: string) => httpErrors.createError(429, `${reason}; try again in a minute`, { headers: { 'retry-after': '60' } })

export default fp(urlInfo, { name: 'url-info', dependencies: ['@fastify/sensible'], fastify: '5.x' })
