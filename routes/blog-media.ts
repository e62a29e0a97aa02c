/** Pictures of a blog: lists of all and of one type, single pictures, and their order. */
import { httpErrors } from '@fastify/sensible'
import { blogMediaTypes } from '../db/lookups.ts'
import { blogMedia as queries } from '../db/blog-media.ts'
import { blogs } from '../db/blogs.ts'
import { records } from '../db/records.ts'
import { BlogMediaExchangePath, BlogMediaOfTypePath, BlogMedias } from '../schemas/blog-media.ts'
import { Paging } from '../schemas/language/paging.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { readItems } from './shared/readable.ts'

const blogMedia: Family = async (app, { module }) => {
  const { find, listOf } = queries(app.sql)
  const { exchange } = queries(app.writes)
  const access = { who: 'publisher', blogOf: blogOfItem('blogMediaId', find) } as const
  const { exists } = blogs(app.sql)
  const { exists: typeExists } = blogMediaTypes(app.sql)
  const family = { ...BlogMedias, itemName: 'blog media', path: `/${module}/BlogMedia`, queries: queries(app.sql) }

  list(app, `/${module}/Blog/:blogId/BlogMedia`, BlogMedias, ({ blogId }, query) => listOf({ Blog: blogId }, query))
  app.get(
    `/${module}/Blog/:blogId/BlogMediaType/:key/BlogMedia`,
    { schema: { params: BlogMediaOfTypePath, querystring: Paging(), response: { 200: BlogMedias.list } } },
    ({ params: { blogId, key }, query }) =>
      below(exists(blogId), `blog ${blogId}`, () =>
        below(typeExists(key), `blog media type ${key}`, () => listOf({ Blog: blogId, Type: key }, query))
      )
  )
  readItems(app, family)
  edit(app, {
    ...family,
    writes: records(app.writes, 'blog_media'),
    access,
    creationAccess: { who: 'publisher', blogOf: blogInBody }
  })
  app.put(
    `/${module}/BlogMedia/:blogMediaId/BlogMedia/:otherId/Exchange`,
    { config: access, schema: { params: BlogMediaExchangePath, response: { 200: BlogMedias.model } } },
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
