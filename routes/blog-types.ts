/** Blog types. */
import { blogTypes as queries } from '../db/blog-types.ts'
import { BlogType, BlogTypeCriteria, BlogTypeList, BlogTypePath } from '../schemas/blog-type.ts'
import { Listing } from '../schemas/language/paging.ts'
import { found, idsOf, type Family } from './shared/family.ts'

const blogTypes: Family = async (app, { module }) => {
  const { find, load, list } = queries(app.sql)

  app.follow(BlogType, (references) => load(idsOf(references)))
  app.get(`/${module}/BlogType`, { schema: { querystring: Listing(BlogTypeCriteria), response: { 200: BlogTypeList } } }, ({ query }) => list(query))
  app.get(`/${module}/BlogType/:blogTypeId`, { schema: { params: BlogTypePath, response: { 200: BlogType } } },
    async ({ params: { blogTypeId } }) => found(await find(blogTypeId), `blog type ${blogTypeId}`))
}

export default blogTypes
