/** Syncs: lists of all and of one blog, and single syncs. */
import { httpErrors } from '@fastify/sensible'
import { blogSources } from '../db/blog-sources.ts'
import { records } from '../db/records.ts'
import { FOLLOWED, syncs as queries } from '../db/syncs.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import type { Row } from '../schemas/language/rows.ts'
import { MAX_SYNCS, Syncs, SyncPath, SyncState } from '../schemas/sync.ts'
import { blogInBody, blogOfItem } from './shared/blog-of.ts'
import { creatorCheck } from './shared/creator.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const syncs: Family = async (app, { module }) => {
  const { find, listOf, state } = queries(app.sql)
  const { find: findSource } = blogSources(app.sql)
  const checkCreator = creatorCheck(app.sql)

  /** Refuses a sync that could never copy anything, or is one too many. @throws HttpError 400 or 409 */
  const checkSource = async ({ Blog, Source }: Row): Promise<void> => {
    if (typeof Blog !== 'number' || typeof Source !== 'number') return
    const source = await findSource(Blog, Source)
    if (source === undefined) {
      throw refusedProperty('Source', `is not a source of blog ${Blog}: attach it with POST Blog/${Blog}/Source`)
    }
    if (!FOLLOWED.includes(source.Type)) {
      throw refusedProperty('Source', `is of the type ${source.Type}; only ${FOLLOWED.join(' and ')} can be followed`)
    }
    if (source.URI === undefined) throw refusedProperty('Source', 'has no URI to read from')
    const { total = 0 } = await listOf({ Blog }, { offset: 0, limit: 1, detailed: true })
    if (total >= MAX_SYNCS) throw httpErrors.conflict(`A blog has at most ${MAX_SYNCS} syncs; delete one first`)
  }

  readAndEdit(app, {
    ...Syncs,
    itemName: 'sync',
    path: `/${module}/Sync`,
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
  list(app, `/${module}/Blog/:blogId/Sync`, Syncs, ({ blogId }, query) => listOf({ Blog: blogId }, query))
  app.get(
    `/${module}/Sync/:syncId/State`,
    { config: { uncached: true, sees: 'drafts' }, schema: { params: SyncPath, response: { 200: SyncState } } },
    async ({ params: { syncId } }) => orNotFound(await state(syncId), `sync ${syncId}`)
  )
}

export default syncs
