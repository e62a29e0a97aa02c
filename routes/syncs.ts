/** Syncs: lists of all and of one blog, and single syncs. */
import { records } from '../db/records.ts'
import { syncs as queries } from '../db/syncs.ts'
import { Syncs, SyncPath, SyncState } from '../schemas/sync.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { creatorCheck } from './shared/creator.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const syncs: Family = async (app, { module }) => {
  const { find, listOf, state } = queries(app.sql)

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
  list(app, `/${module}/Blog/:blogId/Sync`, Syncs, ({ blogId }, query) => listOf({ Blog: blogId }, query))
  app.get(
    `/${module}/Sync/:syncId/State`,
    { config: { uncached: true, sees: 'drafts' }, schema: { params: SyncPath, response: { 200: SyncState } } },
    async ({ params: { syncId } }) => orNotFound(await state(syncId), `sync ${syncId}`)
  )
}

export default syncs
