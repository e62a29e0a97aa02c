/**
 * Live blogs in pages of other sites: the script `/embed.js`, the page that it shows in a frame, and oEmbed, by which
 * editors of other sites find out how to embed the address of a blog (https://oembed.com).
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { blogTag } from '../../db/changes.ts'
import { feedQueries } from '../../db/posts/feed.ts'
import { sendDocument } from '../cache/answer.ts'
import { documentOf, type Document } from '../cache/document.ts'
import { blogIdIn } from '../feeds/addresses.ts'
import { blogOfAddress, OembedQuery, oembedTexts, sizeWithin } from './oembed.ts'

export interface EmbedOptions {
  /** Origins whose pages may show embeds, separated by commas; `*` for all, empty for none. */
  readonly origins: string
}

const MAX_POSTS = 20

const embed = async (app: FastifyInstance, { origins }: EmbedOptions) => {
  const queries = feedQueries(app.sql)
  const ancestors = origins === '' ? "'none'" : origins.split(',').join(' ')

  const findBlog = async (blogId: number) => {
    const blog = await queries.blog(blogId)
    if (blog === undefined) throw app.httpErrors.notFound(`There is no blog ${blogId}`)
    return blog
  }

  app.get('/live/:blogId/embed', async (request: FastifyRequest<{ Params: { blogId: string } }>, reply) => {
    const blogId = blogIdIn(request.params.blogId)
    // Loaded at the first request, as in plugins/feeds, and outside of the read, which has a deadline.
    const { embedPage } = await import('./page.tsx')
    const { pagePolicy } = await import('../pages/layout.tsx')
    return app.pages.send(request, reply, [blogTag(blogId)], async (base) => {
      const blog = await findBlog(blogId)
      return {
        type: 'text/html; charset=utf-8',
        text: embedPage(blog, (await queries.posts(blogId, MAX_POSTS, 0)).posts, {
          live: `${base}/live/${blogId}`,
          style: base + app.pages.asset('embed.css'),
          script: base + app.pages.asset('frame.js')
        }),
        headers: { 'content-security-policy': pagePolicy(ancestors) }
      }
    })
  })

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
    return app.pages.send(request, reply, ['blogs'], async (base) => {
      const blogId = blogOfAddress(url, base)
      if (blogId === undefined) throw app.httpErrors.notFound('url is not the address of a live blog of this service')
      return write(base, await findBlog(blogId), sizeWithin(maxwidth, maxheight))
    })
  })
}

export default fp(embed, { name: 'embed', dependencies: ['pages', 'database', '@fastify/sensible'], fastify: '5.x' })
