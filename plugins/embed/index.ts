/**
 * Live blogs in pages of other sites: the script `/embed.js`, which puts the page `/live/{id}/embed` of plugins/live
 * into a frame, and oEmbed, by which editors of other sites find out how to embed an address (https://oembed.com).
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { feedQueries } from '../../db/posts/feed.ts'
import { sendDocument } from '../cache/answer.ts'
import { documentOf, type Document } from '../cache/document.ts'
import { blogOfAddress, OembedQuery, oembedTexts, sizeWithin } from './oembed.ts'

const embed = async (app: FastifyInstance) => {
  const queries = feedQueries(app.sql)

  // Pages of other sites contain this address for years, so it does not change with the content of the script.
  let script: Document | undefined
  app.get('/embed.js', async ({ raw }, reply) => {
    script ??= documentOf(
      readFileSync(new URL('../pages/browser/embed.js', import.meta.url), 'utf8'),
      {
        ...reply.getHeaders(),
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
        // Also for pages that only load what agrees to be loaded by them.
        'cross-origin-resource-policy': 'cross-origin'
      },
      undefined
    )
    reply.hijack()
    sendDocument(raw, reply.raw, script, 0)
    return reply
  })

  app.get<{ Querystring: OembedQuery }>('/oembed', { schema: { querystring: OembedQuery } }, async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query
    const write = oembedTexts.get(format)
    if (write === undefined) {
      throw app.httpErrors.createError(501, `format must be one of ${[...oembedTexts.keys()].join(', ')}`)
    }
    const size = sizeWithin(maxwidth, maxheight)
    const make = async (base: string) => {
      const blogId = blogOfAddress(url, base)
      const blog = blogId === undefined ? undefined : await queries.blog(blogId)
      if (blog === undefined) throw app.httpErrors.notFound('url is not the address of a live blog of this service')
      return write(base, blog, size)
    }
    return app.pages.send(request, reply, ['blogs'], make, (base) => [blogOfAddress(url, base), format, size])
  })
}

export default fp(embed, { name: 'embed', dependencies: ['pages', 'database', '@fastify/sensible'], fastify: '5.x' })
