/**
 * Caches documents, and answers from them before the router, hooks and handlers see a request: a hit is a look-up and a
 * write. Everything that shapes an answer is in the form of the request that is looked up.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Tag } from '../../db/changes.ts'
import { sendDocument } from './answer.ts'
import { sizeOf, type Document } from './document.ts'
import { formOf } from './forms.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cache: DocumentCache
  }
}

export interface DocumentCache {
  /** Answers a request from the cache. @returns whether it could */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Reads a document that everybody gets for such a request, through the cache. */
  readonly read: (
    request: FastifyRequest,
    key: string,
    tags: readonly Tag[],
    read: () => Promise<Document>
  ) => Promise<Document>
}

/** The share of the cache that goes to the forms of requests, and the bytes that each takes besides its own. */
const FORMS_SHARE = 1 / 8
const OVERHEAD = 128

/** @param maxBytes the most bytes that cached documents may take, with the look-ups that lead to them */
const cache = async (app: FastifyInstance, { maxBytes }: { maxBytes: number }) => {
  const { freshness, metrics } = app
  const { fresh, peek, bytes } = freshness.cache<Document>(maxBytes * (1 - FORMS_SHARE), sizeOf)
  // The documents and routes of requests that were answered, by their forms.
  const known = new LRUCache<string, { readonly key: string; readonly route: string }>({
    maxSize: Math.max(1, Math.floor(maxBytes * FORMS_SHARE)),
    sizeCalculation: ({ key }, form) => (form.length + key.length) * 2 + OVERHEAD
  })
  const hits = metrics?.counter({ name: 'desk_cache_hits_total', help: 'Documents that were found in the cache' })
  const misses = metrics?.counter({ name: 'desk_cache_misses_total', help: 'Documents that were not in the cache' })
  metrics?.gauge({
    name: 'desk_cache_bytes',
    help: 'Estimated size of the cached documents',
    collect() {
      this.set(bytes() + known.calculatedSize)
    }
  })

  app.decorate('cache', {
    answer(request, response) {
      const form = formOf(request, request.url)
      const entry = form === undefined ? undefined : known.get(form)
      const document = entry === undefined ? undefined : peek(entry.key)
      if (entry === undefined || document === undefined) return false
      sendDocument(request, response, document, freshness.age())
      if (metrics !== undefined) {
        hits?.inc()
        metrics.answered(request.method ?? '', entry.route, response.statusCode)
      }
      return true
    },
    async read({ raw, originalUrl, routeOptions }, key, tags, read) {
      const cached = peek(key)
      if (cached === undefined) {
        misses?.inc()
        return fresh(key, tags, read)
      }
      hits?.inc()
      // Most documents are asked for once; of the others, the third request is the first that this makes faster.
      const form = formOf(raw, originalUrl)
      if (form !== undefined) known.set(form, { key, route: routeOptions.url ?? '' })
      return cached
    }
  } satisfies DocumentCache)
}

export default fp(cache, { name: 'cache', dependencies: ['database', 'metrics'], fastify: '5.x' })
