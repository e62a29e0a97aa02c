/**
 * Reads web pages for clients, without giving them access to the internal network (SSRF). Only public addresses are
 * read; they are checked when the connection is made and at each redirect. Time, size and number of pages are limited.
 */
import { httpErrors } from '@fastify/sensible'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../schemas/config.ts'
import type { URLInfoRow } from '../../schemas/url-info.ts'
import { clientOf, isPublic, type IsAllowed } from '../clients.ts'
import { addressOf, Refusal } from '../outgoing/addresses.ts'
import { withTlsFault } from '../outgoing/encryption.ts'
import { tooManyRequests } from '../refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    webPages: WebPages
  }
}

export interface WebPages extends Pick<UrlInfoOptions, 'readers'> {
  /**
   * Reads a page and describes it.
   * @param client IP address of the client, for the limit of pages a minute
   * @throws HttpError 400 if the page cannot be read, 429 if the client requests too many pages
   */
  readonly read: (url: string, client: string) => Promise<URLInfoRow>
}

export interface UrlInfoOptions {
  /** The clients that may use this: everybody, users with a session, or nobody. */
  readers: Config['URL_INFO']
  /** Returns whether the service may connect to an IP address. By default, all public addresses are allowed. */
  isAllowed?: IsAllowed
  /** Milliseconds that reading a page may take, with all redirects. */
  timeout?: number
}

const TIMEOUT = 5_000
/** Maximum number of pages that one client may request in a minute. */
const MAX_PER_MINUTE = 30
/** Maximum number of pages that are read at the same time, for all clients. */
const MAX_AT_ONCE = 20

const urlInfo = async (app: FastifyInstance, { readers, isAllowed = isPublic, timeout = TIMEOUT }: UrlInfoOptions) => {
  const pendingReads = new Map<string, Promise<URLInfoRow>>()
  const requestsOfClients = new LRUCache<string, { count: number }>({
    max: 10_000,
    ttl: 60_000,
    memoMethod: () => ({ count: 0 })
  })

  const readOnce = ({ href }: URL): Promise<URLInfoRow> => {
    const pending = pendingReads.get(href)
    if (pending !== undefined) return pending
    if (pendingReads.size >= MAX_AT_ONCE) {
      throw tooManyRequests('Too many pages are being read; try again in a minute', 60)
    }
    // The HTTP client and the HTML parser are loaded with the first page, because most services never read one.
    const page = import('./reader.ts')
      .then(({ readPage }) => readPage(new URL(href), isAllowed, timeout))
      .finally(() => pendingReads.delete(href))
    pendingReads.set(href, page)
    return page
  }

  app.decorate('webPages', {
    readers,
    async read(url: string, client: string) {
      const requests = requestsOfClients.memo(clientOf(client))
      requests.count += 1
      if (requests.count > MAX_PER_MINUTE) {
        throw tooManyRequests('You requested too many pages; try again in a minute', 60)
      }
      try {
        return await readOnce(addressOf(url, isAllowed))
      } catch (error) {
        throw errorForClient(error)
      }
    }
  })
}

/**
 * Returns an error that says what is wrong with the page. It hides network errors, which would disclose other
 * hosts.
 */
const errorForClient = (error: unknown): unknown => {
  if (!(error instanceof Error) || 'statusCode' in error) return error
  const isLate = /Timeout/.test(error.name)
  const failure = isLate
    ? 'leads to a page that does not answer in time'
    : withTlsFault('leads to a page that cannot be read', error)
  const reason = error instanceof Refusal ? error.message : failure
  const details = { errors: [{ place: 'url', reason }], problem: 'bad-parameter' }
  return httpErrors.createError(400, `The parameter url ${reason}`, details)
}

export default fp(urlInfo, { name: 'url-info', dependencies: ['@fastify/sensible'] })
