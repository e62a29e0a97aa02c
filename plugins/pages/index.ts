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
import { baseOf, linkBase } from '../resources/context.ts'
import type { Frame } from './shell.tsx'

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
   * Sends a document that depends on the base URL, the path and some values of the request only. It is made once, and
   * cached until one of its tags changes.
   * @param make makes the document with links that begin with the base URL, which has no final slash
   * @param valuesOf returns what `make` reads of the query; with equal values, requests share a document
   */
  readonly send: (
    request: FastifyRequest,
    reply: FastifyReply,
    tags: readonly Tag[],
    make: (base: string) => Promise<PageDocument>,
    valuesOf?: (base: string) => readonly unknown[]
  ) => Promise<FastifyReply>
  /** Returns what the frame of a page for a request needs. */
  readonly frame: (request: FastifyRequest) => Frame
  /** Returns the Content-Security-Policy of pages that no other page may frame. */
  readonly policy: () => Promise<string>
  /** Sends a page that is made for one request, and not stored anywhere. */
  readonly show: (request: FastifyRequest, reply: FastifyReply, make: (frame: Frame) => string) => Promise<FastifyReply>
  /** Returns the path of a style sheet or script of pages. It changes with the content, so that clients may keep it. */
  readonly asset: (name: AssetName) => string
}

export interface PagesOptions {
  /** The configured base URL; empty to derive it from the request. */
  readonly baseUrl: string
  /** Cache-Control of the documents. */
  readonly live: string
}

/** Style sheets and scripts of pages. */
const NAMES = ['page.css', 'live.css', 'reader.js', 'frame.js'] as const
type AssetName = (typeof NAMES)[number]

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8'
}
/** Headers that shape the documents. */
const VARY = 'Accept-Encoding'
const IMMUTABLE = 'public, max-age=31536000, immutable'

const pages = async (app: FastifyInstance, { baseUrl, live }: PagesOptions) => {
  const { cache, freshness } = app

  const send: Pages['send'] = async (request, reply, tags, make, valuesOf = () => []) => {
    const base = linkBase(request, baseUrl)
    const key = JSON.stringify([request.routeOptions.url, request.params, valuesOf(base), base])
    const document = await cache.read(request, key, tags, async () => {
      const { type, text, headers } = await make(base)
      const all = { ...reply.getHeaders(), vary: VARY, 'cache-control': live, ...headers, 'content-type': type }
      return documentOf(text, all, undefined)
    })
    reply.hijack()
    sendDocument(request.raw, reply.raw, document, freshness.age())
    return reply
  }

  const frame: Pages['frame'] = (request) => {
    const base = baseOf(request, baseUrl) ?? ''
    return { base, style: base + assetOf('page.css').path }
  }
  const policy = async () => {
    const { pagePolicy } = await import('./layout.tsx')
    return pagePolicy("'none'")
  }
  const show: Pages['show'] = async (request, reply, make) => {
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': await policy() })
      .type('text/html; charset=utf-8')
      .serializer((page: string) => page)
      .send(make(frame(request)))
  }

  const assets = new Map<AssetName, { readonly path: string; readonly name: string; readonly bytes: Buffer }>()
  const assetOf = (name: AssetName) => {
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

  app.get<{ Params: { file: string } }>(
    '/pages/:file',
    { schema: { hide: true } },
    async ({ params: { file } }, reply) => {
      // The page may come from another process, or from a cache: this process need not have made one yet.
      const [, stem, extension = ''] = /^([a-z]+)-[0-9a-f]+\.(css|js)$/.exec(file) ?? []
      const name = NAMES.find((each) => each === `${stem}.${extension}`)
      const asset = name === undefined ? undefined : assetOf(name)
      if (asset?.path !== `/pages/${file}`) return reply.callNotFound()
      const type = TYPES[asset.name.split('.').at(-1) ?? ''] ?? ''
      return reply.type(type).header('cache-control', IMMUTABLE).send(asset.bytes)
    }
  )

  app.decorate('pages', { send, frame, policy, show, asset: (name: AssetName) => assetOf(name).path })
}

export default fp(pages, { name: 'pages', dependencies: ['cache'], fastify: '5.x' })
