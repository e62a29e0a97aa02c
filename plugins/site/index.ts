/** The service as one site: its name, its mark, and what it tells browsers and search engines about all pages. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { fixedDocument } from '../cache/document.ts'
import { iconFile, mark, markPicture, type Shape } from './icons.ts'
import { manifest } from './manifest.ts'
import { robots } from './robots.ts'

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
const HIDDEN = { schema: { hide: true } }

const site = async (app: FastifyInstance, { name, language }: Site) => {
  app.decorate('site', { name, language })

  const icon = async () => iconFile(await markPicture(FAVICON, 'round'), FAVICON)
  app.get('/favicon.ico', HIDDEN, fixedDocument(icon, { ...DAILY, 'content-type': 'image/x-icon' }))
  const vector = () => mark('round')
  app.get('/icon.svg', HIDDEN, fixedDocument(vector, { ...DAILY, 'content-type': 'image/svg+xml; charset=utf-8' }))
  for (const [path, [size, shape]] of Object.entries(PICTURES)) {
    const picture = () => markPicture(size, shape)
    app.get(path, HIDDEN, fixedDocument(picture, { ...DAILY, 'content-type': 'image/png' }))
  }

  app.get('/site.webmanifest', HIDDEN, async (request, reply) =>
    reply
      .headers(DAILY)
      .type('application/manifest+json; charset=utf-8')
      .serializer((text: string) => text)
      .send(manifest(app.linkBase(request), name, language))
  )

  app.get('/robots.txt', HIDDEN, async (request, reply) =>
    reply
      .headers(DAILY)
      .type('text/plain; charset=utf-8')
      .send(robots(app.linkBase(request)))
  )
}

export default fp(site, { name: 'site', dependencies: ['origin', '@fastify/sensible'], fastify: '5.x' })
