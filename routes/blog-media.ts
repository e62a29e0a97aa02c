/** Pictures of a blog: lists of all and of one type, single pictures, and their order. */
import { httpErrors } from '@fastify/sensible'
import { blogMediaTypes } from '../db/blog-media-types.ts'
import { blogMedia as queries } from '../db/blog-media.ts'
import { blogs } from '../db/blogs.ts'
import { records } from '../db/records.ts'
import {
  BlogMedia,
  BlogMediaExchangePath,
  BlogMediaList,
  BlogMediaOfTypePath,
  BlogMediaPath,
  EditedBlogMedia,
  NewBlogMedia
} from '../schemas/blog-media.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Paging } from '../schemas/language/paging.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const blogMedia: Family = async (app, { module }) => {
  const { find, findBy, load, listOf } = queries(app.sql)
  const { exchange } = queries(app.writes)
  const access = { who: 'publisher', blogOf: blogOfItem('blogMediaId', find) } as const
  const { exists } = blogs(app.sql)
  const { exists: typeExists } = blogMediaTypes(app.sql)

  app.follow(BlogMedia, (references) => load(idsOf(references)))
  app.get(
    `/${module}/Blog/:blogId/BlogMedia`,
    { schema: { params: BlogPath, querystring: Paging(), response: { 200: BlogMediaList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOf({ Blog: blogId }, query))
  )
  app.get(
    `/${module}/Blog/:blogId/BlogMediaType/:key/BlogMedia`,
    { schema: { params: BlogMediaOfTypePath, querystring: Paging(), response: { 200: BlogMediaList } } },
    ({ params: { blogId, key }, query }) =>
      below(exists(blogId), `blog ${blogId}`, () =>
        below(typeExists(key), `blog media type ${key}`, () => listOf({ Blog: blogId, Type: key }, query))
      )
  )
  app.get(
    `/${module}/BlogMedia/:blogMediaId`,
    { schema: { params: BlogMediaPath, response: { 200: BlogMedia } } },
    async ({ params: { blogMediaId } }) => orNotFound(await find(blogMediaId), `blog media ${blogMediaId}`)
  )

  edit(app, {
    itemName: 'blog media',
    writes: records(app.writes, 'blog_media'),
    model: BlogMedia,
    find: findBy,
    creation: { path: `/${module}/BlogMedia`, body: NewBlogMedia, access: { who: 'publisher', blogOf: blogInBody } },
    changes: EditedBlogMedia,
    item: { path: `/${module}/BlogMedia/:blogMediaId`, params: BlogMediaPath, access }
  })
  app.put(
    `/${module}/BlogMedia/:blogMediaId/BlogMedia/:otherId/Exchange`,
    { config: access, schema: { params: BlogMediaExchangePath, response: { 200: BlogMedia } } },
    async ({ params: { blogMediaId, otherId } }) => {
      orNotFound(await find(otherId), `blog media ${otherId}`)
      const isDone = await exchange(blogMediaId, otherId)
      if (!isDone) {
        throw httpErrors.conflict('Only pictures of the same blog and the same type can swap their ranks')
      }
      return orNotFound(await find(blogMediaId), `blog media ${blogMediaId}`)
    }
  )
}

export default blogMedia
