/**
 * Pages for people: sends cached documents outside of the resource tree, and the styles and scripts of all pages. What
 * pages share lies in this folder: the frame (layout.tsx), the view of a post (post.tsx), and sanitising.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tag } from '../../db/changes.ts'
import { sendDocument } from '../cache/answer.ts'
import { documentOf } from '../cache/document.ts'
import { linkBase } from '../resources/context.ts'
import { membersOf } from '../resources/representation/template.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pages: Pages
  }
}

/** A document outside of the resource tree. */
export interface PageDocument {
  /** Media type, with its charset. */
  readonly type: string
  readonly text: string
  /** Headers besides those of every document, such as `content-security-policy`. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Pages {
  /**
   * Sends a document that depends on the base URL, the path and some query parameters of the request only. It is made
   * once, and cached until one of its tags changes.
   * @param make makes the document with links that begin with the base URL, which has no final slash
   * @param parameters names of the query parameters that `make` reads; no others add documents to the cache
   */
  readonly send: (
    request: FastifyRequest,
    reply: FastifyReply,
    tags: readonly Tag[],
    make: (base: string) => Promise<PageDocument>,
    parameters?: readonly string[]
  ) => Promise<FastifyReply>
  /** Returns the path of a style sheet or script of pages. It changes with the content, so that clients may keep it. */
  readonly asset: (name: string) => string
}

export interface PagesOptions {
  /** The configured base URL; empty to derive it from the request. */
  readonly baseUrl: string
  /** Cache-Control of the documents. */
  readonly live: string
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8'
}
/** Headers that shape the documents. */
const VARY = 'Accept-Encoding'
const IMMUTABLE = 'public, max-age=31536000, immutable'

const pages = async (app: FastifyInstance, { baseUrl, live }: PagesOptions) => {
  const { cache, freshness } = app

  const send: Pages['send'] = async (request, reply, tags, make, parameters = []) => {
    const base = linkBase(request, baseUrl)
    const query = membersOf(request.query)
    const values = parameters.map((name) => query[name] ?? null)
    const key = JSON.stringify([request.routeOptions.url, request.params, values, base])
    const document = await cache.read(request, key, tags, async () => {
      const { type, text, headers } = await make(base)
      const all = { ...reply.getHeaders(), vary: VARY, 'cache-control': live, ...headers, 'content-type': type }
      return documentOf(text, all, undefined)
    })
    reply.hijack()
    sendDocument(request.raw, reply.raw, document, freshness.age())
    return reply
  }

  const assets = new Map<string, { readonly path: string; readonly name: string; readonly bytes: Buffer }>()
  const assetOf = (name: string) => {
    const known = assets.get(name)
    if (known !== undefined) return known
    const folder = name.endsWith('.js') ? 'browser/' : ''
    const bytes = readFileSync(new URL(folder + name, import.meta.url))
    const [stem, extension] = name.split('.')
    const path = `/pages/${stem}-${hash('sha1', bytes, 'hex').slice(0, 10)}.${extension}`
    const asset = { path, name, bytes }
    assets.set(name, asset)
    return asset
  }

  app.get<{ Params: { file: string } }>('/pages/:file', async ({ params: { file } }, reply) => {
    const asset = [...assets.values()].find(({ path }) => path === `/pages/${file}`)
    if (asset === undefined) return reply.callNotFound()
    const type = TYPES[asset.name.split('.').at(-1) ?? ''] ?? ''
    return reply.type(type).header('cache-control', IMMUTABLE).send(asset.bytes)
  })

  app.decorate('pages', { send, asset: (name: string) => assetOf(name).path })
}

export default fp(pages, { name: 'pages', dependencies: ['cache'], fastify: '5.x' })
