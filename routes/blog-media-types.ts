/** Types of blog pictures. */
import { blogMediaTypes as queries } from '../db/blog-media-types.ts'
import { BlogMediaType, BlogMediaTypeList, BlogMediaTypePath } from '../schemas/blog-media-type.ts'
import { Paging } from '../schemas/language/paging.ts'
import { orNotFound, keysOf, type Family } from './shared/family.ts'

const blogMediaTypes: Family = async (app, { module }) => {
  const { find, load, list } = queries(app.sql)

  app.follow(BlogMediaType, (references) => load(keysOf(references)))
  app.get(
    `/${module}/BlogMediaType`,
    { schema: { querystring: Paging(), response: { 200: BlogMediaTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    `/${module}/BlogMediaType/:key`,
    { schema: { params: BlogMediaTypePath, response: { 200: BlogMediaType } } },
    async ({ params: { key } }) => orNotFound(await find(key), `blog media type ${key}`)
  )
}

export default blogMediaTypes
