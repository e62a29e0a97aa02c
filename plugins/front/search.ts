/** The search in all blogs that readers see, `/live/search?q=…`, and in one, `/live/{id}/search?q=…`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Cursor } from '../../db/cursors.ts'
import type { LiveBlog } from '../../db/posts/live.ts'
import { search as queries } from '../../db/search.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { gate } from '../database/gate.ts'
import { blogDocuments } from '../live/documents.ts'
import type { PageDocument } from '../pages/index.ts'
import { cursorIn, split } from './cursor.ts'
import type { Front } from './frame.tsx'
import { queryIn, type Query } from './words.ts'

/** Number of posts in a page, and maximum number of blogs before them. */
const PAGE = 20
const BLOGS = 5
/** Maximum number of searches at a time in this process, because they take longer than other reads. */
const CONCURRENT = 2
/** Milliseconds that a search waits for others. Short, because it keeps other reads from the database meanwhile. */
const MAX_WAIT = 250

/**
 * Registers the pages.
 * @param frontIn returns the frame of a page with labels in a language
 */
export const search = (
  app: FastifyInstance,
  frontIn: (base: string, language: string) => Promise<Front>,
  documentOf: (text: string) => PageDocument
) => {
  const { posts, blogs } = queries(app.sql)
  const send = blogDocuments(app)
  const { run } = gate(CONCURRENT, MAX_WAIT)

  const find = async ({ text, state }: Query, blog: LiveBlog | undefined, after: Cursor | undefined) => {
    if (state !== 'ready') return { foundPosts: [], foundBlogs: [] }
    return run(async () => ({
      foundPosts: await posts(text, { limit: PAGE + 1, after, ...(blog && { blog: blog.Id }) }),
      foundBlogs: blog === undefined && after === undefined ? await blogs(text, BLOGS) : []
    }))
  }

  const searchFor = async (request: FastifyRequest) => {
    const { q, before } = membersOf(request.query)
    const query = queryIn(q)
    const after = cursorIn(before)
    // Outside of the read, which has a deadline.
    const [{ searchPage }, { bodyTextOf, headlineOf, prepare }] = await Promise.all([
      import('./search-page.tsx'),
      import('../pages/markup.tsx')
    ])
    const render = async (base: string, blog?: LiveBlog) => {
      const { foundPosts, foundBlogs } = await find(query, blog, after)
      const front = await frontIn(base, blog?.Language ?? app.site.language)
      const [posts, next] = split(foundPosts, PAGE)
      const page = { query, blogs: foundBlogs, posts, isFurther: after !== undefined, next }
      const contents = posts.map(({ Content }) => Content)
      await prepare(contents, headlineOf, bodyTextOf)
      return documentOf(searchPage({ ...front, ...page, ...(blog && { blog }) }))
    }
    return { render, values: [query.text, query.state, after] }
  }

  app.get('/live/search', async (request, reply) => {
    const { render, values } = await searchFor(request)
    const make = (base: string) => render(base)
    return app.pages.send(request, reply, ['blogs'], make, () => values)
  })
  app.get('/live/:blogId/search', async (request, reply) => {
    const { render, values } = await searchFor(request)
    return send(request, reply, (blog, base) => render(base, blog), { values })
  })
}
