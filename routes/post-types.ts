/** Post types. */
import { postTypes as queries } from '../db/post-types.ts'
import { Paging } from '../schemas/paging.ts'
import { PostType, PostTypeList, PostTypePath } from '../schemas/post-type.ts'
import { found, type Family } from './family.ts'

const postTypes: Family = async (app) => {
  const { find, list } = queries(app.sql)

  app.get('/Data/PostType', { schema: { querystring: Paging(), response: { 200: PostTypeList } } }, ({ query }) => list(query))
  app.get('/Data/PostType/:key', { schema: { params: PostTypePath, response: { 200: PostType } } },
    async ({ params: { key } }) => found(await find(key), `post type ${key}`))
}

export default postTypes
