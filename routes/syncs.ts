/** Syncs: lists of all and of one blog, and single syncs. */
import { blogs } from '../db/blogs.ts'
import { records } from '../db/records.ts'
import { syncs as queries } from '../db/syncs.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Listing } from '../schemas/language/paging.ts'
import { Syncs } from '../schemas/sync.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { creatorCheck } from './shared/creator.ts'
import { readAndEdit } from './shared/editable.ts'
import { below, type Family } from './shared/family.ts'

const syncs: Family = async (app, { module }) => {
  const { find, listOf } = queries(app.sql)
  const { exists } = blogs(app.sql)

  readAndEdit(app, {
    ...Syncs,
    itemName: 'sync',
    path: `/${module}/Sync`,
    queries: queries(app.sql),
    writes: records(app.writes, 'syncs'),
    access: { who: 'publisher', blogOf: blogOfItem('syncId', find) },
    creationAccess: { who: 'publisher', blogOf: blogInBody },
    serverValues: ({ user }) => ({ Creator: user.Id }),
    check: creatorCheck(app.sql)
  })
  app.get(
    `/${module}/Blog/:blogId/Sync`,
    { schema: { params: BlogPath, querystring: Listing(Syncs.criteria), response: { 200: Syncs.list } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOf({ Blog: blogId }, query))
  )
}

export default syncs
