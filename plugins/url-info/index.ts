/**
 * Reads web pages that clients name, without becoming their way into the network it runs in: only public addresses,
 * checked when the connection is made and at every redirect, bounded in time, size and number.
 */
import { httpErrors } from '@fastify/sensible'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../schemas/config.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { clientOf } from '../faults/clients.ts'
import { addressOf, isPublic, Refusal, type IsAllowed } from './addresses.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads web pages for clients. */
    webPages: WebPages
  }
}

export interface WebPages extends Pick<UrlInfoOptions, 'readers'> {
  /**
   * Describes a page.
   * @param client address of the client, whose requests are counted
   * @throws HttpError 400 when it cannot be read, 429 when the client asks too often
   */
  readonly read: (url: string, client: string) => Promise<URLInfoRow>
}

export interface UrlInfoOptions {
  /** Who may have pages read: everybody, whoever is logged in, nobody. */
  readers: Config['URL_INFO']
  /** Whether an IP address may be connected to. */
  isAllowed?: IsAllowed
  /** Milliseconds a page may take, with all redirects. */
  timeout?: number
}

const TIMEOUT = 5_000
/** How many pages one client may have read in a minute, and how many are read at once for all. */
const PER_MINUTE = 30
const AT_ONCE = 20

const urlInfo = async (app: FastifyInstance, { readers, isAllowed = isPublic, timeout = TIMEOUT }: UrlInfoOptions) => {
  const reading = new Map<string, Promise<URLInfoRow>>()
  const asked = new LRUCache<string, { times: number }>({
    max: 10_000,
    ttl: 60_000,
    memoMethod: () => ({ times: 0 })
  })

  const readOnce = ({ href }: URL): Promise<URLInfoRow> => {
    const running = reading.get(href)
    if (running !== undefined) return running
    if (reading.size >= AT_ONCE) throw tooMany('Too many pages are being read')
    // Most services never read a page, so the HTTP client and the HTML parser are loaded with the first one.
    const page = import('./reader.ts')
      .then(({ readPage }) => readPage(new URL(href), isAllowed, timeout))
      .finally(() => reading.delete(href))
    reading.set(href, page)
    return page
  }

  app.decorate('webPages', {
    readers,
    async read(url: string, client: string) {
      const counted = asked.memo(clientOf(client))
      counted.times += 1
      if (counted.times > PER_MINUTE) throw tooMany('You asked for too many pages')
      try {
        return await readOnce(addressOf(url, isAllowed))
      } catch (error) {
        throw refused(error)
      }
    }
  })
}

/** Tells the client what is wrong with the page, but not what the network said: that would tell of other machines. */
const refused = (error: unknown): unknown => {
  if (!(error instanceof Error) || 'statusCode' in error) return error
  const isLate = /Timeout/.test(error.name)
  const failure = isLate ? 'leads to a page that does not answer in time' : 'leads to a page that cannot be read'
  const reason = error instanceof Refusal ? error.message : failure
  const details = { errors: [{ place: 'url', reason }], problem: 'bad-parameter' }
  return httpErrors.createError(400, `The parameter url ${reason}`, details)
}

const tooMany = (reason: string) =>
  httpErrors.createError(429, `${reason}; try again in a minute`, { headers: { 'retry-after': '60' } })

export default fp(urlInfo, { name: 'url-info', dependencies: ['@fastify/sensible'], fastify: '5.x' })
