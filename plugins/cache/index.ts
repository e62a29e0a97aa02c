/**
 * Keeps rendered documents, drops them when what they show has changed, and speaks HTTP's caching (RFC 9111) with
 * those who keep them further out. `front.ts` answers hits before this plugin sees the request.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Heard } from '../../db/changes.ts'
import { isPresentation } from '../../schemas/language/presentation.ts'
import { blogOf, isRead } from '../changes.ts'
import { answer, compressed, encodingFor, etagOf, isKnown } from './answer.ts'
import { formOf } from './front.ts'
import { againOf, refresher } from './refresh.ts'
import { ownBytes, type Kept, type Moment, type Store } from './store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many documents are kept, and the bytes they take. */
    kept: Store['size']
  }
  interface FastifyRequest {
    /** The reading of the document this request asks for; undefined when it is not kept. */
    reading: Reading | undefined
    /** Whether the document at hand shows a draft, which nobody on the way may keep. */
    draft: boolean
  }
  interface FastifyContextConfig {
    /** Whether a route's documents may be kept; true unless it says otherwise. */
    kept?: boolean
    /** Whether a route shows drafts, which nobody on the way may keep. */
    drafts?: boolean
  }
}

/** A document on its way from the database. */
interface Reading {
  key: string
  since: Moment
  tags: readonly string[]
  /** Gives those who wait the document, or nothing when there is none. */
  end: (kept: Kept | undefined) => void
  shown: Promise<Kept | undefined>
}

export interface CacheOptions {
  store: Store
  /** Cache-Control of documents that show blogs or posts. */
  live: string
  /** Cache-Control of all others. */
  reference: string
}

const cache = async (app: FastifyInstance, { store, live, reference }: CacheOptions) => {
  const readings = new Map<string, Reading>()
  app.decorateRequest('reading')
  app.decorateRequest('draft', false)
  const { isOurs, outdate } = refresher(app, store)
  app.changes.hear((heard) => outdate(dependents(heard)))

  app.addHook('preHandler', async (request, reply) => {
    if (!isKeepable(request) || !await app.changes.catchUp()) return
    const key = keyOf(request)
    if (!isOurs(request)) {
      // What others began to read earlier counts only when nothing has changed since, and then it is kept.
      const earlier = readings.get(key)
      if (earlier !== undefined) await earlier.shown
      let kept = app.changes.isCurrent() ? store.get(key) : undefined
      // What one of those who waited began counts in any case. The first of them begins before the next one looks.
      const later = kept === undefined ? readings.get(key) : undefined
      if (later !== undefined) kept = await later.shown
      if (kept !== undefined) return answerKept(request, reply, store, key, kept)
    }
    request.reading = beginReading(key, request)
  })

  const beginReading = (key: string, request: FastifyRequest): Reading => {
    let resolve = (_kept: Kept | undefined) => {}
    const shown = new Promise<Kept | undefined>((_resolve) => { resolve = _resolve })
    const reading: Reading = {
      key,
      since: store.now(),
      tags: tagsOf(request),
      shown,
      end: (kept) => {
        if (readings.get(key) === reading) readings.delete(key)
        resolve(kept)
      }
    }
    readings.set(key, reading)
    return reading
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isRead(request)) {
      reply.header('cache-control', 'no-store')
      return payload
    }
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const { reading, headers } = request
    const shared = headers.authorization === undefined && request.routeOptions.config.drafts !== true && !request.draft
    reply.header('cache-control', shared ? isLive(request) ? live : reference : 'private, no-store')
    const body = ownBytes(payload)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    const kept: Kept = { body, etag, headers: headersOf(reply), tags: reading?.tags ?? [], encoded: NONE, again: againOf(request) }
    if (reading !== undefined) {
      store.keep(reading.key, kept, reading.since)
      rememberForm(store, request, reading.key)
      reading.end(kept)
    }
    const encoding = encodingFor(headers, body)
    reply.header('etag', etagOf(etag, encoding))
    if (isKnown(headers, etag)) {
      reply.code(304)
      // Of an empty text Fastify would say the length, which is not that of the document (RFC 9110, section 8.6).
      return Readable.from([])
    }
    if (encoding === undefined) return body
    reply.header('content-encoding', encoding)
    return compressed(store, reading?.key ?? '', kept, encoding)
  })

  app.addHook('onResponse', async ({ reading }) => reading?.end(undefined))
  app.addHook('onRequestAbort', async ({ reading }) => reading?.end(undefined))
}

/** No compressed form yet. */
const NONE: Kept['encoded'] = new Map()

/** Documents that everybody may read, of routes that have any. */
const isKeepable = (request: FastifyRequest) => {
  const { headers, routeOptions: { config } } = request
  return isRead(request) && !request.streamed && headers.authorization === undefined && config.documents !== undefined && config.kept !== false
}

/** Answers past the rest of Fastify: the document is ready to send. */
const answerKept = (request: FastifyRequest, reply: FastifyReply, store: Store, key: string, kept: Kept) => {
  rememberForm(store, request, key)
  reply.hijack()
  answer(request.raw, reply.raw, store, key, kept)
  return reply
}

const rememberForm = (store: Store, { raw, originalUrl }: FastifyRequest, key: string) => {
  const form = formOf(raw, originalUrl)
  if (form !== undefined) store.remember(form, key)
}

/** Everything that shapes a document, in one order whatever the order it was asked in, but for that of `asc` and `desc`, which means something. */
const keyOf = ({ routeOptions: { url }, params, query, choice, place, signature }: FastifyRequest): string => {
  const rank = (name: string) => name === 'desc' ? 'asc' : name
  const parameters = Object.entries({ ...typeof query === 'object' && query })
    .filter(([name]) => !isPresentation(name))
    .sort(([one], [other]) => rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1)
  return JSON.stringify([url, params, parameters, choice.media, place.root, place.itemEnd, signature])
}

/** The headers of an answer that every form of the document has. */
const headersOf = (reply: FastifyReply): readonly string[] => {
  const headers = []
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && name !== 'content-length') headers.push(name, String(value))
  }
  return headers
}

/** The tag of documents that show posts or blogs, but not of one blog only. */
const ANY_BLOG = 'blogs'

/** What a request's document depends on beside the tables whose every change drops everything. */
const tagsOf = (request: FastifyRequest): readonly string[] => {
  const blog = blogOf(request.params)
  if (blog !== undefined) return [`blog:${blog}`]
  return isLive(request) || request.selected !== undefined ? [ANY_BLOG] : []
}

/** What a change means for documents: a blog's own and those of all blogs, or any, since names are shown everywhere. */
const dependents = (heard: Heard): Heard => {
  if (heard === 'everything' || heard.some((tag) => !tag.startsWith('blog:') && tag !== 'posts')) return 'everything'
  return [...heard, ANY_BLOG]
}

/** Whether a route shows blogs or posts. */
const isLive = ({ params, routeOptions: { config: { documents } } }: FastifyRequest): boolean =>
  blogOf(params) !== undefined || Object.values(documents ?? {}).flat().some((schema) => {
    const { name } = 'listWire' in schema ? schema.listWire.child.model.wire : schema.wire
    return name === 'Blog' || name === 'Post'
  })

export default fp(cache, { name: 'cache', dependencies: ['changes', 'representation'], fastify: '5.x' })
