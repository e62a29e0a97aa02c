/** Syncs: lists of all and of one blog, and single syncs. */
import { blogs } from '../db/blogs.ts'
import { records } from '../db/records.ts'
import { syncs as queries } from '../db/syncs.ts'
import { BlogPath } from '../schemas/blog.ts'
import { Listing } from '../schemas/language/paging.ts'
import { EditedSync, NewSync, Sync, SyncCriteria, SyncList, SyncPath } from '../schemas/sync.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { creatorCheck } from './shared/creator.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const syncs: Family = async (app, { module }) => {
  const { find, findBy, load, list, listOf } = queries(app.sql)
  const { exists } = blogs(app.sql)

  app.follow(Sync, (references) => load(idsOf(references)))
  app.get(
    `/${module}/Sync`,
    { schema: { querystring: Listing(SyncCriteria), response: { 200: SyncList } } },
    ({ query }) => list(query)
  )
  app.get(
    `/${module}/Sync/:syncId`,
    { schema: { params: SyncPath, response: { 200: Sync } } },
    async ({ params: { syncId } }) => orNotFound(await find(syncId), `sync ${syncId}`)
  )
  app.get(
    `/${module}/Blog/:blogId/Sync`,
    { schema: { params: BlogPath, querystring: Listing(SyncCriteria), response: { 200: SyncList } } },
    ({ params: { blogId }, query }) => below(exists(blogId), `blog ${blogId}`, () => listOf({ Blog: blogId }, query))
  )

  edit(app, {
    itemName: 'sync',
    writes: records(app.writes, 'syncs'),
    model: Sync,
    find: findBy,
    creation: {
      path: `/${module}/Sync`,
      body: NewSync,
      access: { who: 'publisher', blogOf: blogInBody },
      serverValues: ({ user }) => ({ Creator: user.Id })
    },
    check: creatorCheck(app.sql),
    changes: EditedSync,
    item: {
      path: `/${module}/Sync/:syncId`,
      params: SyncPath,
      access: { who: 'publisher', blogOf: blogOfItem('syncId', find) }
    }
  })
}

export default syncs
