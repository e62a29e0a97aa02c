/** Blog types, and the template posts of each. */
import { blogTypes as queries } from '../db/blog-types.ts'
import { BlogType, BlogTypeList, BlogTypePath } from '../schemas/blog-type.ts'
import { Paging } from '../schemas/paging.ts'
import { found, type Family } from './family.ts'

const blogTypes: Family = async (app, { module }) => {
  const { find, list } = queries(app.sql)

  app.get(`/${module}/BlogType`, { schema: { querystring: Paging(), response: { 200: BlogTypeList } } }, ({ query }) => list(query))
  app.get(`/${module}/BlogType/:blogTypeId`, { schema: { params: BlogTypePath, response: { 200: BlogType } } },
    async ({ params: { blogTypeId } }) => found(await find(blogTypeId), `blog type ${blogTypeId}`))
}

export default blogTypes
