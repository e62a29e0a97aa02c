/** Types of blogs. Each has template posts, which are in template-posts.ts. */
import { blogTypes as queries } from '../db/blog-types.ts'
import { records } from '../db/records.ts'
import {
  BlogType,
  BlogTypeCriteria,
  BlogTypeList,
  BlogTypePath,
  EditedBlogType,
  NewBlogType
} from '../schemas/blog-type.ts'
import { edit } from './shared/editable.ts'
import { Listing } from '../schemas/language/paging.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'

const blogTypes: Family = async (app, { module }) => {
  const { find, findBy, load, list } = queries(app.sql)
  const access = { who: 'editor' } as const

  app.follow(BlogType, (references) => load(idsOf(references)))
  app.get(
    `/${module}/BlogType`,
    { schema: { querystring: Listing(BlogTypeCriteria), response: { 200: BlogTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    `/${module}/BlogType/:blogTypeId`,
    { schema: { params: BlogTypePath, response: { 200: BlogType } } },
    async ({ params: { blogTypeId } }) => orNotFound(await find(blogTypeId), `blog type ${blogTypeId}`)
  )

  edit(app, {
    itemName: 'blog type',
    writes: records(app.writes, 'blog_types'),
    model: BlogType,
    find: findBy,
    creation: { path: `/${module}/BlogType`, body: NewBlogType, access },
    changes: EditedBlogType,
    item: { path: `/${module}/BlogType/:blogTypeId`, params: BlogTypePath, access }
  })
}

export default blogTypes
