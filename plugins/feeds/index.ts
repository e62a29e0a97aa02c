/**
 * The feeds of a blog, `/live/{id}/atom` and `/live/{id}/feed.json`, with the pages of their archives, and those of all
 * blogs, `/live/atom` and `/live/feed.json`.
 */
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedQueries, type FeedPosts } from '../../db/posts/feed.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { blogDocuments } from '../live/documents.ts'
import { pageNamed, pageWith } from './archive.ts'
import type { FeedPage, FeedSource } from './entries.ts'

type Write = (base: string, source: FeedSource, posts: FeedPosts, part: FeedPage) => string

/** Maximum numbers of posts and removals in a feed, before its size is limited. */
const MAX_POSTS = 100
const MAX_REMOVED = 200

const feeds = async (app: FastifyInstance) => {
  const { posts, archived, allPosts } = feedQueries(app.sql)
  const send = blogDocuments(app)

  /** @param load loads the writer, at the first request: sanitize-html takes a tenth of a second to load */
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, type: string, load: () => Promise<Write>) => {
    // Outside of the read, which has a deadline.
    const [write, { blogSource }] = await Promise.all([loadWriter(load), import('./sources.ts')])
    const { range: name } = membersOf(request.params)
    return send(request, reply, async (blog, base) => {
      const { Id, PublishedCId: newest } = blog
      if (name === undefined) {
        const part = newest > 0 ? { earlier: pageWith(newest, newest) } : {}
        return { type, text: await write(base, blogSource(base, blog), await posts(Id, MAX_POSTS, MAX_REMOVED), part) }
      }
      const range = pageNamed(name, newest)
      if (range === undefined) return undefined
      const { earlier, ...page } = await archived(Id, range)
      const part = { range, earlier: earlier === undefined ? undefined : pageWith(earlier, newest) }
      return { type, text: await write(base, blogSource(base, blog), page, part) }
    })
  }

  /** Sends the newest posts of all blogs. Posts that were removed are not in it any more. */
  const sendAll: typeof sendFeed = async (request, reply, type, load) => {
    const [write, { serviceSource }] = await Promise.all([loadWriter(load), import('./sources.ts')])
    return app.pages.send(request, reply, ['blogs'], async (base) => {
      const feedPage = { posts: await allPosts(MAX_POSTS), removed: [] }
      return { type, text: await write(base, serviceSource(base, app.site), feedPage, {}) }
    })
  }

  const ATOM = 'application/atom+xml; charset=utf-8'
  const loadAtom = async () => (await import('./atom.ts')).atomFeed
  for (const [path, sendIt, summary] of [
    ['/live/atom', sendAll, 'Return the newest posts of all live blogs as an Atom feed'],
    ['/live/:blogId/atom', sendFeed, 'Return the Atom feed of a blog'],
    ['/live/:blogId/atom/:range', sendFeed, 'Return a page of the archive of the Atom feed of a blog']
  ] as const) {
    app.get(path, { schema: { summary } }, (request, reply) => sendIt(request, reply, ATOM, loadAtom))
  }
  const JSON_FEED = 'application/feed+json; charset=utf-8'
  const loadJson = async () => (await import('./json-feed.ts')).jsonFeed
  for (const [path, sendIt, summary] of [
    ['/live/feed', sendAll, 'Return the newest posts of all live blogs as a JSON feed'],
    ['/live/:blogId/feed', sendFeed, 'Return the JSON feed of a blog'],
    ['/live/:blogId/feed/:range', sendFeed, 'Return a page of the archive of the JSON feed of a blog']
  ] as const) {
    app.get(path, { config: { address: `${path}.json` }, schema: { summary } }, (request, reply) =>
      sendIt(request, reply, JSON_FEED, loadJson)
    )
  }
}

/** Loads a writer. While the contents of posts are prepared for it, other requests go on. */
const loadWriter = async (load: () => Promise<Write>) => {
  const [write, { headlineOf, prepare, sanitise }, { contentsOf }] = await Promise.all([
    load(),
    import('../pages/markup.tsx'),
    import('./entries.ts')
  ])
  return async (...[base, source, page, part]: Parameters<Write>): Promise<string> => {
    await prepare(contentsOf(page.posts, part), sanitise, headlineOf)
    return write(base, source, page, part)
  }
}

export default fp(feeds, { name: 'feeds', dependencies: ['pages', 'site', 'database', '@fastify/sensible'] })
