/**
 * Caches documents. A hit is served before the router, hooks and handlers run: it costs a look-up of the request key,
 * which contains everything that shapes the response, and a write to the socket.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Tag } from '../../db/changes.ts'
import { MEBIBYTE, type Config } from '../../schemas/config.ts'
import type { Task } from '../database/gate.ts'
import { sendDocument, sizeOf, type Document } from './document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cache: ReturnType<typeof cacheOf>
  }
}

/** Share of the cache's memory that is for request keys. */
const REQUEST_KEYS_SHARE = 1 / 8
/** Estimated bytes that an entry takes in memory besides its strings. */
const OVERHEAD = 128

/** The separator of tags in each header, as Fastly and Cloudflare document it; '' is no header. */
const SEPARATORS: Readonly<Record<Config['CACHE_TAGS'], string>> = { '': '', 'Surrogate-Key': ' ', 'Cache-Tag': ',' }

/** Paths of documents that are read from the database. */
const NEEDS_DATABASE = /^\/+((resources|live|desk)\b|\?|$)/

interface CacheOptions extends Pick<Config, 'CACHE_MB' | 'CACHE_TAGS'> {
  /** Refuses a request while the service is overloaded. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => void
}

const cacheOf = (app: FastifyInstance, { CACHE_MB, CACHE_TAGS: tagsHeader, refuse }: CacheOptions) => {
  const maxBytes = CACHE_MB * MEBIBYTE
  const { freshness, metrics } = app
  const { fresh, peek, bytes } = freshness.cache<Document>(maxBytes * (1 - REQUEST_KEYS_SHARE), sizeOf)
  // Keys of documents and patterns of routes, by the keys of the requests that they answered.
  const documentKeys = new LRUCache<string, { readonly key: string; readonly route: string }>({
    maxSize: Math.max(1, Math.floor(maxBytes * REQUEST_KEYS_SHARE)),
    sizeCalculation: ({ key }, requestKey) => (requestKey.length + key.length) * 2 + OVERHEAD
  })
  const hits = metrics?.counter({ name: 'desk_cache_hits_total', help: 'Documents that were found in the cache' })
  const misses = metrics?.counter({ name: 'desk_cache_misses_total', help: 'Documents that were not in the cache' })
  metrics?.gauge({
    name: 'desk_cache_bytes',
    help: 'Estimated size of the document cache',
    collect() {
      this.set(bytes() + documentKeys.calculatedSize)
    }
  })

  /** Adds a header by which other caches forget a document. Some allow no colon: the tag of blog 7 is `blog-7`. */
  const withTags = (document: Document, tags: readonly Tag[]): Document => {
    if (tagsHeader === '') return document
    // The cache can have other sites, too: `desk` is every document of the service.
    const value = ['desk', ...tags.map((tag) => tag.replace(':', '-'))].join(SEPARATORS[tagsHeader])
    return { ...document, headers: [...document.headers, tagsHeader.toLowerCase(), value] }
  }

  return {
    /**
     * Sends the cached document for a read, or refuses it if it needs a database that is overloaded.
     * @returns false if the router must answer the request
     */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method = '', url = '' } = request
      const { key } = app.originOf(request)
      const target = key === undefined ? undefined : documentKeys.get(key)
      const document = target && peek(target.key)
      if (target !== undefined && document !== undefined) {
        sendDocument(request, response, document, freshness.age())
        hits?.inc()
        metrics?.answered(method, target.route, response.statusCode)
        return true
      }
      if (!NEEDS_DATABASE.test(url) || !freshness.refusesReads()) return false
      refuse(request, response)
      metrics?.answered(method, 'none', response.statusCode)
      return true
    },

    /**
     * Returns the cached document under a key, or reads it and caches it.
     * @param key everything that shapes the document; requests with different request keys can have the same
     */
    async read(
      { origin, routeOptions }: FastifyRequest,
      key: string,
      tags: readonly Tag[],
      read: Task<Document>
    ): Promise<Document> {
      const cached = peek(key)
      if (cached === undefined) {
        misses?.inc()
        return fresh(key, tags, async (leave) => withTags(await read(leave), tags))
      }
      hits?.inc()
      // The request key is stored at the second request for a document, because most documents are requested only once.
      if (origin.key !== undefined) documentKeys.set(origin.key, { key, route: routeOptions.url ?? '' })
      return cached
    }
  }
}

const cache = async (app: FastifyInstance, options: CacheOptions) => {
  app.decorate('cache', cacheOf(app, options))
}

export default fp(cache, { name: 'cache', dependencies: ['database', 'metrics', 'origin'] })
