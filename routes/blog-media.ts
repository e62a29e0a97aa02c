/** The pictures of a blog: all, those of one type, one. */
import { blogMediaTypes } from '../db/blog-media-types.ts'
import { blogMedia as queries } from '../db/blog-media.ts'
import { blogs } from '../db/blogs.ts'
import { BlogMedia, BlogMediaList, BlogMediaOfTypePath, BlogMediaPath } from '../schemas/blog-media.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Paging } from '../schemas/language/paging.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'

const blogMedia: Family = async (app, { module }) => {
  const { find, load, listOf } = queries(app.sql)
  const { exists } = blogs(app.sql)
  const { exists: typeExists } = blogMediaTypes(app.sql)

  app.follow(BlogMedia, (references) => load(idsOf(references)))
  app.get(`/${module}/Blog/:blogId/BlogMedia`, { schema: { params: BlogPath, querystring: Paging(), response: { 200: BlogMediaList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOf({ Blog: blogId }, query)))
  app.get(`/${module}/Blog/:blogId/BlogMediaType/:key/BlogMedia`,
    { schema: { params: BlogMediaOfTypePath, querystring: Paging(), response: { 200: BlogMediaList } } },
    ({ params: { blogId, key }, query }) => below(exists(blogId), `blog ${blogId}`, () =>
      below(typeExists(key), `blog media type ${key}`, () => listOf({ Blog: blogId, Type: key }, query))))
  app.get(`/${module}/BlogMedia/:blogMediaId`, { schema: { params: BlogMediaPath, response: { 200: BlogMedia } } },
    async ({ params: { blogMediaId } }) => found(await find(blogMediaId), `blog media ${blogMediaId}`))
}

export default blogMedia
