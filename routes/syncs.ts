/** Syncs: lists of all and of one blog, and single syncs. */
import { Type } from 'typebox'
import { blogSources } from '../db/blog-sources.ts'
import { records } from '../db/records.ts'
import { FOLLOWED, syncs as queries } from '../db/syncs.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import type { Row } from '../schemas/language/rows.ts'
import { Path } from '../schemas/paths.ts'
import { Syncs, SyncState } from '../schemas/sync.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { creatorCheck } from './shared/creator.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const syncs: Family = async (app, { module }) => {
  const { find, list: listAll, state } = queries(app.sql)
  const { findBy: findSource } = blogSources(app.sql)
  const checkCreator = creatorCheck(app.sql)

  /** Refuses a sync that could never copy anything. @throws HttpError 400 */
  const checkSource = async ({ Blog, Source }: Row): Promise<void> => {
    if (typeof Blog !== 'number' || typeof Source !== 'number') return
    const source = await findSource({ Blog, Id: Source })
    if (source === undefined) {
      throw refusedProperty('Source', `is not a source of blog ${Blog}: attach it with POST Blog/${Blog}/Source`)
    }
    if (!FOLLOWED.includes(source.Type)) {
      throw refusedProperty('Source', `is of the type ${source.Type}; only ${FOLLOWED.join(' and ')} can be followed`)
    }
    if (source.URI === undefined) throw refusedProperty('Source', 'has no URI to read from')
  }

  readAndEdit(app, {
    ...Syncs,
    itemName: 'sync',
    path: `/${module}/Sync/:syncId`,
    queries: queries(app.sql),
    writes: records(app.writes, 'syncs'),
    access: { who: 'publisher', blogOf: blogOfItem('syncId', find) },
    creationAccess: { who: 'publisher', blogOf: blogInBody },
    serverValues: ({ user }) => ({ Creator: user.Id }),
    check: async (body) => {
      await checkCreator(body)
      await checkSource(body)
    }
  })
  list(app, `/${module}/Blog/:blogId/Sync`, Syncs, ({ blogId: Blog }, query) => listAll(query, { Blog }))
  app.get(
    `/${module}/Sync/:syncId/State`,
    {
      config: { uncached: true, sees: 'drafts' },
      schema: { params: Type.Pick(Path, ['syncId']), response: { 200: SyncState } }
    },
    async ({ params: { syncId } }) => orNotFound(await state(syncId), `sync ${syncId}`)
  )
}

export default syncs
