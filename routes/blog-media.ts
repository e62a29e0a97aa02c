/** Pictures of a blog: lists of all and of one type, single pictures, and their order. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { blogMediaTypes } from '../db/lookups.ts'
import { blogMedia as queries } from '../db/blog-media.ts'
import { records } from '../db/records.ts'
import { BlogMedias } from '../schemas/blog-media.ts'
import { Path } from '../schemas/paths.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { readItems } from './shared/readable.ts'

const blogMedia: Family = async (app, { module }) => {
  const { find, exists, list: listAll } = queries(app.sql)
  const { exchange } = queries(app.writes)
  const access = { who: 'publisher', blogOf: blogOfItem('blogMediaId', find) } as const
  const path = `/${module}/BlogMedia/:blogMediaId`
  const family = { ...BlogMedias, itemName: 'blog media', path, queries: queries(app.sql) }

  list(app, `/${module}/Blog/:blogId/BlogMedia`, BlogMedias, ({ blogId: Blog }, query) => listAll(query, { Blog }))
  list(
    app,
    `/${module}/Blog/:blogId/BlogMediaType/:key/BlogMedia`,
    BlogMedias,
    ({ blogId: Blog, key: Type }, query) => listAll(query, { Blog, Type }),
    { key: ['blog media type', blogMediaTypes] }
  )
  readItems(app, family)
  edit(app, {
    ...family,
    writes: records(app.writes, 'blog_media'),
    access,
    creationAccess: { who: 'publisher', blogOf: blogInBody }
  })
  app.put(
    `${path}/BlogMedia/:otherId/Exchange`,
    {
      config: access,
      schema: {
        summary: 'Swap the ranks of two pictures of a blog',
        params: Type.Pick(Path, ['blogMediaId', 'otherId']),
        response: { 200: BlogMedias.model }
      }
    },
    async ({ params: { blogMediaId, otherId } }) => {
      orNotFound(await exists(otherId), `blog media ${otherId}`)
      const isDone = await exchange(blogMediaId, otherId)
      if (!isDone) {
        throw httpErrors.conflict('Only pictures of the same blog and the same type can swap their ranks')
      }
      return orNotFound(await find(blogMediaId), `blog media ${blogMediaId}`)
    }
  )
}

export default blogMedia
