/**
 * Live blogs in pages of other sites: the script `/embed.js`, which puts the page `/live/{id}/embed` of plugins/live
 * into a frame, the script `/element.js`, which shows it as an element, and oEmbed, by which editors of other sites
 * find out how to embed an address (https://oembed.com).
 */
import { readFileSync } from 'node:fs'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { liveBlogs } from '../../db/posts/live.ts'
import { fixedDocument } from '../cache/document.ts'
import { leadIn } from '../pages/embed-config.ts'
import { idsAt, OembedQuery, oembedWriters, responseOf, roomOf, type EmbeddedItem } from './oembed.ts'

/** Number of the newest posts of a blog among which a picture for it is looked for. */
const PICTURED = 20

const embed = async (app: FastifyInstance) => {
  const { startedBlog, post: publishedPost, posts: publishedPosts } = liveBlogs(app.sql)

  /** Returns the blog or post at an address; undefined if it leads elsewhere, or to a hidden item. */
  const itemAt = async (address: string, base: string): Promise<EmbeddedItem | undefined> => {
    const { blogId, postId } = idsAt(address, base) ?? {}
    const blog = blogId === undefined ? undefined : await startedBlog(blogId)
    if (blog === undefined) return undefined
    const { pictureFor } = await import('../pages/post.tsx')
    if (postId === undefined) {
      const lead = leadIn(blog.EmbedConfig, base)
      const posts = lead?.picture === undefined ? await publishedPosts(blog.Id, { limit: PICTURED }) : []
      return { blogId: blog.Id, title: blog.Title, picture: pictureFor(lead, posts, base) }
    }
    const post = await publishedPost(blog.Id, postId)
    if (post === undefined) return undefined
    const { headlineOf } = await import('../pages/markup.tsx')
    const { authorOf } = await import('../pages/article.tsx')
    const title = headlineOf(post.Content) || blog.Title
    return { blogId: blog.Id, postId, title, author: authorOf(post), picture: pictureFor(undefined, [post], base) }
  }

  // Pages of other sites contain these addresses for years, so they do not change with the content of the scripts.
  for (const [path, file, summary] of [
    ['/embed.js', 'embed.js', 'Return the script that shows live blogs in pages of other sites'],
    ['/element.js', 'element.js', 'Return the script that shows live blogs in the style of other sites']
  ] as const) {
    const script = () => readFileSync(new URL(`../pages/browser/${file}`, import.meta.url), 'utf8')
    app.get(
      path,
      { schema: { summary } },
      fixedDocument(script, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
        // Pages may load only resources that allow it (Cross-Origin-Embedder-Policy).
        'cross-origin-resource-policy': 'cross-origin'
      })
    )
  }

  const schema = {
    summary: 'Tell other sites how to show the address of a live blog, as in oEmbed 1.0',
    querystring: OembedQuery
  }
  app.get<{ Querystring: OembedQuery }>('/oembed', { schema }, async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query
    const write = oembedWriters.get(format)
    if (write === undefined) {
      throw app.httpErrors.createError(501, `format must be one of ${[...oembedWriters.keys()].join(', ')}`)
    }
    const room = roomOf(maxwidth, maxheight)
    const make = async (base: string) => {
      const item = await itemAt(url, base)
      if (item === undefined) {
        throw app.httpErrors.notFound('url is not the address of a live blog of this service, or of a post')
      }
      return write(responseOf(base, item, app.site.name, room))
    }
    return app.pages.send(request, reply, ['blogs'], make, (base) => [idsAt(url, base), format, room])
  })
}

export default fp(embed, { name: 'embed', dependencies: ['pages', 'site', 'database', '@fastify/sensible'] })
