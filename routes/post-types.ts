/** Types of posts. */
import { postTypes as queries } from '../db/post-types.ts'
import { Listing } from '../schemas/language/paging.ts'
import { PostType, PostTypeCriteria, PostTypeList, PostTypePath } from '../schemas/post-type.ts'
import { orNotFound, keysOf, type Family } from './shared/family.ts'

const postTypes: Family = async (app) => {
  const { find, load, list } = queries(app.sql)

  app.follow(PostType, (references) => load(keysOf(references)))
  app.get(
    '/Data/PostType',
    { schema: { querystring: Listing(PostTypeCriteria), response: { 200: PostTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/Data/PostType/:key',
    { schema: { params: PostTypePath, response: { 200: PostType } } },
    async ({ params: { key } }) => orNotFound(await find(key), `post type ${key}`)
  )
}

export default postTypes
