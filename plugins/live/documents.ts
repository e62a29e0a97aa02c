/** Sends the documents of a blog that readers see: pages, feeds and style sheets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blogTag } from '../../db/changes.ts'
import { liveBlogs, type LiveBlog } from '../../db/posts/live.ts'
import { idIn } from '../pages/addresses.ts'
import type { PageDocument } from '../pages/index.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/** Makes a document of a blog; undefined if the address of the request leads to no document. */
export type MakeDocument = (blog: LiveBlog, base: string) => Promise<PageDocument | undefined>

/** Returns a function that sends a document of the blog whose id is in the path of a request. */
export const blogDocuments = ({ sql, pages, httpErrors }: FastifyInstance) => {
  const { blog: read } = liveBlogs(sql)
  /**
   * @param values values of the query that `make` reads
   * @throws HttpError 404 if there is no such blog, or it is hidden, or `make` returns undefined
   */
  return (request: FastifyRequest, reply: FastifyReply, make: MakeDocument, values: readonly unknown[] = []) => {
    const blogId = idIn(membersOf(request.params).blogId)
    const missing = () => httpErrors.notFound('There is no such blog, or it has no such page')
    if (blogId === undefined) throw missing()
    const makeOrThrow = async (base: string) => {
      const blog = await read(blogId)
      const document = blog && (await make(blog, base))
      if (document === undefined) throw missing()
      return document
    }
    return pages.send(request, reply, [blogTag(blogId)], makeOrThrow, () => values)
  }
}
