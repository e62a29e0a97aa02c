/** The feeds of a blog: `/live/{id}/atom` and `/live/{id}/feed.json`. */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedQueries, type FeedPosts } from '../../db/posts/feed.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { blogDocuments } from '../live/documents.ts'

type Write = (base: string, blog: LiveBlog, posts: FeedPosts) => string

/** Maximum numbers of posts and removals in a feed, before its size is limited. */
const MAX_POSTS = 100
const MAX_REMOVED = 200

const feeds = async (app: FastifyInstance) => {
  const { posts } = feedQueries(app.sql)
  const send = blogDocuments(app)

  /** @param load loads the writer, at the first request: sanitize-html takes a tenth of a second to load */
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, type: string, load: () => Promise<Write>) => {
    // Outside of the read, which has a deadline.
    const write = await load()
    return send(request, reply, async (blog, base) => ({
      type,
      text: write(base, blog, await posts(blog.Id, MAX_POSTS, MAX_REMOVED))
    }))
  }

  app.get('/live/:blogId/atom', (request, reply) =>
    sendFeed(request, reply, 'application/atom+xml; charset=utf-8', async () => (await import('./atom.ts')).atomFeed)
  )
  // The router sees addresses without the extension.
  const address = '/live/{blogId}/feed.json'
  app.get('/live/:blogId/feed', { config: { address } }, async (request, reply) => {
    if (!/\.json(\?|$)/.test(request.originalUrl)) return reply.callNotFound()
    const load = async () => (await import('./json-feed.ts')).jsonFeed
    return sendFeed(request, reply, 'application/feed+json; charset=utf-8', load)
  })
}

export default fp(feeds, { name: 'feeds', dependencies: ['pages', 'database', '@fastify/sensible'], fastify: '5.x' })
