/**
 * Live blogs in pages of other sites: the script `/embed.js`, which puts the page `/live/{id}/embed` of plugins/live
 * into a frame, and oEmbed, by which editors of other sites find out how to embed an address (https://oembed.com).
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { liveBlogs } from '../../db/posts/live.ts'
import { fixedDocument } from '../cache/document.ts'
import { blogOfAddress, OembedQuery, oembedTexts, sizeWithin } from './oembed.ts'

const embed = async (app: FastifyInstance) => {
  const blogs = liveBlogs(app.sql)

  // Pages of other sites contain this address for years, so it does not change with the content of the script.
  const script = () => readFileSync(new URL('../pages/browser/embed.js', import.meta.url), 'utf8')
  app.get(
    '/embed.js',
    fixedDocument(script, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
      // Pages may load only resources that allow it (Cross-Origin-Embedder-Policy).
      'cross-origin-resource-policy': 'cross-origin'
    })
  )

  app.get<{ Querystring: OembedQuery }>('/oembed', { schema: { querystring: OembedQuery } }, async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query
    const write = oembedTexts.get(format)
    if (write === undefined) {
      throw app.httpErrors.createError(501, `format must be one of ${[...oembedTexts.keys()].join(', ')}`)
    }
    const size = sizeWithin(maxwidth, maxheight)
    const make = async (base: string) => {
      const blogId = blogOfAddress(url, base)
      const blog = blogId === undefined ? undefined : await blogs.startedBlog(blogId)
      if (blog === undefined) throw app.httpErrors.notFound('url is not the address of a live blog of this service')
      return write(base, blog, app.site.name, size)
    }
    return app.pages.send(request, reply, ['blogs'], make, (base) => [blogOfAddress(url, base), format, size])
  })
}

export default fp(embed, {
  name: 'embed',
  dependencies: ['pages', 'site', 'database', '@fastify/sensible'],
  fastify: '5.x'
})
