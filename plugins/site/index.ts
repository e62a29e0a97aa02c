/** The service as one site: its name, its mark, and its documents for browsers and search engines. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../schemas/config.ts'
import { fixedDocument } from '../cache/document.ts'
import { iconFile, mark, markPicture, type Shape } from './icons.ts'

declare module 'fastify' {
  interface FastifyInstance {
    site: Site
  }
}

export interface Site {
  /** Name of the service for readers. */
  readonly name: string
  /** Language tag of the pages that belong to no blog, such as `en`. */
  readonly language: string
}

/** The pictures of the mark, by path: size in pixels and shape. */
const PICTURES: Readonly<Record<string, readonly [size: number, shape: Shape]>> = {
  '/apple-touch-icon.png': [180, 'square'],
  '/icon-192.png': [192, 'round'],
  '/icon-512.png': [512, 'round'],
  '/icon-512-square.png': [512, 'square']
}
/** Size in pixels of the picture in favicon.ico. */
const FAVICON = 32

/** Cache-Control of files that change only with the service or its settings. */
const DAILY = { 'cache-control': 'public, max-age=86400' }

type Settings = Pick<Config, 'SITE_NAME' | 'SITE_LANGUAGE'>

const site = async (app: FastifyInstance, { SITE_NAME: name, SITE_LANGUAGE: language }: Settings) => {
  app.decorate('site', { name, language })

  const icon = async () => iconFile(await markPicture(FAVICON, 'round'), FAVICON)
  app.get('/favicon.ico', fixedDocument(icon, { ...DAILY, 'content-type': 'image/x-icon' }))
  const vector = () => mark('round')
  app.get('/icon.svg', fixedDocument(vector, { ...DAILY, 'content-type': 'image/svg+xml; charset=utf-8' }))
  for (const [path, [size, shape]] of Object.entries(PICTURES)) {
    const picture = () => markPicture(size, shape)
    app.get(path, fixedDocument(picture, { ...DAILY, 'content-type': 'image/png' }))
  }

  app.get('/site.webmanifest', async (request, reply) =>
    reply
      .headers(DAILY)
      .type('application/manifest+json; charset=utf-8')
      .send(manifest(app.linkBase(request), name, language))
  )

  app.get('/robots.txt', async (request, reply) =>
    reply
      .headers(DAILY)
      .type('text/plain; charset=utf-8')
      .send(robots(app.linkBase(request)))
  )
}

/** Background of live pages in a light scheme. */
const PAPER = '#fbfaf7'

/**
 * Returns the manifest, for devices that keep the front page among their apps (https://www.w3.org/TR/appmanifest/).
 * @param base base URL, without a final slash
 */
const manifest = (base: string, name: string, language: string): string =>
  JSON.stringify({
    name,
    short_name: name,
    lang: language,
    start_url: `${base}/live`,
    scope: `${base}/`,
    // With buttons to go back and to reload, which readers of a blog miss in a window without them.
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: `${base}/icon.svg`, type: 'image/svg+xml', sizes: 'any' },
      { src: `${base}/icon-192.png`, type: 'image/png', sizes: '192x192' },
      { src: `${base}/icon-512.png`, type: 'image/png', sizes: '512x512' },
      { src: `${base}/icon-512-square.png`, type: 'image/png', sizes: '512x512', purpose: 'maskable' }
    ]
  })

/**
 * Pages that no search engine should list, and the resource tree: every page of it leads to more pages, so crawlers
 * would read all of them. Live pages are complete without it.
 */
const DISALLOWED = ['/resources', '/desk', '/login', '/oembed', '/live/search', '/live/*/search']

/**
 * Returns the text of robots.txt (RFC 9309): paths that crawlers leave alone, and addresses of the lists of pages.
 * @param base base URL, without a final slash
 */
const robots = (base: string): string => {
  const path = new URL(base).pathname.replace(/\/$/, '')
  return [
    'User-agent: *',
    `Allow: ${path}/live`,
    ...DISALLOWED.map((each) => `Disallow: ${path}${each}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    `Sitemap: ${base}/news-sitemap.xml`,
    ''
  ].join('\n')
}

export default fp(site, { name: 'site', dependencies: ['origin', '@fastify/sensible'] })
