/** Sends the documents of a blog that readers see: pages, feeds and style sheets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blogTag } from '../../db/changes.ts'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import { idIn } from '../pages/addresses.ts'
import type { PageDocument } from '../pages/index.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** Makes a document of a blog; undefined if the address of the request leads to no document. */
export type MakeDocument = (blog: LiveBlog, base: string) => Promise<PageDocument | undefined>

/** Options of sending a document of a blog. */
export interface SendOptions {
  readonly announce?: MakeDocument
  readonly values?: readonly unknown[]
  readonly always?: boolean
}

/** Returns a function that sends a document of the blog whose id is in the path of a request. */
export const blogDocuments = (app: FastifyInstance) => {
  const { sql, pages, httpErrors, freshness } = app
  const { blog: anyBlog, startedBlog, announcedBlog } = liveBlogs(sql)
  /**
   * Sends a document of a blog that has gone live. Viewers with a session also see other blogs, in documents that are
   * not cached.
   * @param options.announce makes the document of a blog that has not gone live, if its start is announced
   * @param options.values values of the query that `make` reads
   * @param options.always whether everybody gets the document even before the blog goes live
   * @throws HttpError 404 if there is no such blog, or it is hidden, or `make` returns undefined
   */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    make: MakeDocument,
    { announce, values = [], always = false }: SendOptions = {}
  ) => {
    const blogId = idIn(membersOf(request.params).blogId)
    const missing = () => httpErrors.notFound('There is no such blog, or it has no such page')
    if (blogId === undefined) throw missing()
    const makeFrom =
      (read: typeof anyBlog, makeEarlier = make) =>
      async (base: string) => {
        const blog = await read(blogId)
        const document = blog && (await (blog.LiveOn === undefined ? makeEarlier : make)(blog, base))
        if (document === undefined) throw missing()
        return document
      }
    const isAnonymous = request.headers.authorization === undefined
    if (always || isAnonymous || !(await app.authorization.hasSession(request, blogId))) {
      const read = always ? anyBlog : announce === undefined ? startedBlog : announcedBlog
      return pages.send(request, reply, [blogTag(blogId)], makeFrom(read, announce), () => values)
    }
    const { type, text, headers } = await freshness.attempt(() => makeFrom(anyBlog)(app.linkBase(request)))
    return reply
      .headers({ ...headers, 'cache-control': 'private, no-store' })
      .type(type)
      .send(text)
  }
}
