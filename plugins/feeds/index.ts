/** The feeds of a blog: `/live/{id}/atom` and `/live/{id}/feed.json`. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blogTag } from '../../db/changes.ts'
import { feedQueries, type FeedPosts } from '../../db/posts/feed.ts'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import { blogIdIn } from './addresses.ts'

type BlogRequest = FastifyRequest<{ Params: { blogId: string } }>
type Write = (base: string, blog: LiveBlog, posts: FeedPosts) => string

/** Maximum numbers of posts and removals in a feed, before its size is limited. */
const MAX_POSTS = 100
const MAX_REMOVED = 200

const feeds = async (app: FastifyInstance) => {
  const blogs = liveBlogs(app.sql)
  const { posts } = feedQueries(app.sql)

  /** @param load loads the writer, at the first request: sanitize-html takes a tenth of a second to load */
  const send = async (request: BlogRequest, reply: FastifyReply, type: string, load: () => Promise<Write>) => {
    const blogId = blogIdIn(request.params.blogId)
    // Outside of the read, which has a deadline.
    const write = await load()
    return app.pages.send(request, reply, [blogTag(blogId)], async (base) => {
      const blog = await blogs.blog(blogId)
      if (blog === undefined) throw app.httpErrors.notFound(`There is no blog ${blogId}`)
      return { type, text: write(base, blog, await posts(blogId, MAX_POSTS, MAX_REMOVED)) }
    })
  }

  app.get('/live/:blogId/atom', (request: BlogRequest, reply) =>
    send(request, reply, 'application/atom+xml; charset=utf-8', async () => (await import('./atom.ts')).atomFeed)
  )
  // The router sees addresses without the extension.
  const address = '/live/{blogId}/feed.json'
  app.get('/live/:blogId/feed', { config: { address } }, async (request: BlogRequest, reply) => {
    if (!/\.json(\?|$)/.test(request.originalUrl)) return reply.callNotFound()
    const load = async () => (await import('./json-feed.ts')).jsonFeed
    return send(request, reply, 'application/feed+json; charset=utf-8', load)
  })
}

export default fp(feeds, { name: 'feeds', dependencies: ['pages', 'database', '@fastify/sensible'], fastify: '5.x' })
