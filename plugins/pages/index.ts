/**
 * Pages for people: sends cached documents outside of the resource tree, and the styles and scripts of all pages. The
 * shared parts of pages lie in this folder: the frame (layout.tsx), the view of a post (post.tsx), and sanitising.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tag } from '../../db/changes.ts'
import type { Config } from '../../schemas/config.ts'
import { sendDocument, documentOf, fixedDocument } from '../cache/document.ts'
import type { Frame } from './shell.tsx'
import type { HtmlView } from '../representation/html.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pages: ReturnType<typeof pagesOf>
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

type AssetSource = URL | (() => string)

/**
 * Returns the Content-Security-Policy of a page: it loads styles, scripts, pictures and recordings of this service,
 * pictures of other sites over HTTPS, the manifest of this service, and nothing else.
 * @param ancestors sources of pages that may frame it; `*` for all
 */
const policy = (ancestors = "'none'"): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // The source * would refuse pages that have no address on the web: those of apps, and in sandboxes.
    ...(ancestors === '*' ? [] : [`frame-ancestors ${ancestors}`])
  ].join('; ')

/** Headers that shape the documents. */
const VARY = 'Accept-Encoding'

const pagesOf = (app: FastifyInstance, live: Config['CACHE_CONTROL_LIVE']) => {
  const { cache, freshness } = app

  /**
   * Sends a document that depends on the base URL, the path and some values of the request only. It is made once, and
   * cached until one of its tags changes.
   * @param make makes the document with links that begin with the base URL, which has no final slash
   * @param valuesOf returns the values of the query that `make` reads; with equal values, requests share a document
   */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    tags: readonly Tag[],
    make: (base: string) => Promise<PageDocument>,
    valuesOf: (base: string) => readonly unknown[] = () => []
  ): Promise<FastifyReply> => {
    const base = app.linkBase(request)
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

  /** Returns the values for the frame of a page. */
  const frame = (request: FastifyRequest): Frame => {
    const base = app.baseUrlOf(request) ?? ''
    return { base, style: base + assetOf('page.css').path }
  }
  /** Sends a page that is made for one request, and not stored anywhere. The reply may have its own policy. */
  const show = async (request: FastifyRequest, reply: FastifyReply, make: (frame: Frame) => string) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': reply.getHeader('content-security-policy') ?? policy()
      })
      .type('text/html; charset=utf-8')
      .send(make(frame(request)))

  let loadedView: HtmlView | undefined
  /** Loads the modules that make pages; await it before `view` is called. */
  const load = async () => {
    loadedView ??= (await import('./post.tsx')).view
  }
  /** Returns the parts of pages that the HTML writer is handed. */
  const view = () => {
    if (loadedView === undefined) throw new TypeError('The view of pages has not been loaded')
    return loadedView
  }

  const files = new Map<string, AssetSource>()
  /** Adds style sheets and scripts of pages: the file of each, or a function that returns the text, by its name. */
  const addAssets = (added: Readonly<Record<string, AssetSource>>) => {
    for (const [name, file] of Object.entries(added)) files.set(name, file)
  }
  addAssets({
    'page.css': new URL('page.css', import.meta.url),
    'live.css': () => textOf('live.css') + postStyles(),
    'reader.js': new URL('browser/reader.js', import.meta.url),
    'waiting.js': new URL('browser/waiting.js', import.meta.url),
    'front.js': new URL('browser/front.js', import.meta.url),
    'frame.js': new URL('browser/frame.js', import.meta.url)
  })
  const assets = new Map<string, Asset>()
  const assetOf = (name: string): Asset => {
    const file = files.get(name)
    if (file === undefined) throw new TypeError(`${name} is no style sheet or script of pages`)
    const asset = assets.get(name) ?? readAsset(name, file)
    assets.set(name, asset)
    return asset
  }

  app.get<{ Params: { file: string } }>('/pages/:file', async (request, reply) => {
    const { file } = request.params
    // The page may come from another process, or from a cache: this process need not have made one yet.
    const name = file.replace(/-[0-9a-f]+(?=\.)/, '')
    const asset = files.has(name) ? assetOf(name) : undefined
    if (asset === undefined || name === file) return reply.callNotFound()
    // While replicas are upgraded in turn, a page may come from another version. It gets what this one has.
    return asset.path === `/pages/${file}` ? asset.send(request, reply) : asset.sendToOthers(request, reply)
  })

  return {
    ...{ send, load, view, frame, policy, show, addAssets },
    /**
     * Returns the path of a style sheet or script that was added. It changes with the content, so that clients may keep
     * it.
     */
    asset: (name: string) => assetOf(name).path
  }
}

const pages = async (app: FastifyInstance, { CACHE_CONTROL_LIVE }: Pick<Config, 'CACHE_CONTROL_LIVE'>) => {
  app.decorate('pages', pagesOf(app, CACHE_CONTROL_LIVE))
}

interface Asset {
  readonly path: string
  readonly send: ReturnType<typeof fixedDocument>
  /** Sends it to a page that names it by the path of another version. */
  readonly sendToOthers: ReturnType<typeof fixedDocument>
}

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the style sheet of the article of a post, for pages that show one. */
export const postStyles = (): string => textOf('post.css')

const readAsset = (name: string, source: AssetSource): Asset => {
  const isScript = name.endsWith('.js')
  const text = typeof source === 'function' ? source() : readFileSync(source, 'utf8')
  const document = (cacheControl: string) =>
    fixedDocument(() => text, {
      'content-type': `text/${isScript ? 'javascript' : 'css'}; charset=utf-8`,
      'cache-control': cacheControl
    })
  return {
    path: `/pages/${name.replace('.', `-${hash('sha1', text, 'hex').slice(0, 10)}.`)}`,
    send: document('public, max-age=31536000, immutable'),
    sendToOthers: document('no-store')
  }
}

export default fp(pages, { name: 'pages', dependencies: ['cache'] })
