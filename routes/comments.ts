/** Readers' comments: none waits here, each becomes a post of the blog (`Post/Comment`). */
import { blogs } from '../db/blogs.ts'
import { BlogPath } from '../schemas/blog.ts'
import { CommentList } from '../schemas/comment.ts'
import { Paging } from '../schemas/language/paging.ts'
import { below, type Family } from './shared/family.ts'

const comments: Family = async (app, { module }) => {
  const { exists } = blogs(app.sql)

  app.get(`/${module}/Blog/:blogId/Comment/Post`, { schema: { params: BlogPath, querystring: Paging(), response: { 200: CommentList } } },
    ({ params: { blogId }, query: { offset, detailed } }) => below(exists(blogId), `blog ${blogId}`, async () =>
      ({ ...detailed && { total: 0, limit: 0, offset }, items: [] })))
}

export default comments
