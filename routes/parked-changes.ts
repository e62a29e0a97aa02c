/** Parked changes of a sync: lists, single changes, applying and dismissing them. */
import { httpErrors } from '@fastify/sensible'
import { parkedChanges as queries } from '../db/parked-changes.ts'
import { syncs } from '../db/syncs.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import { ParkedChange, ParkedChanges } from '../schemas/parked-change.ts'
import { SyncPath } from '../schemas/sync.ts'
import { blogOfItem } from './shared/blog-of.ts'
import { idsOf, orNotFound, type Family } from './shared/family.ts'

// Refused changes show texts that nobody has published here.
const readers = { uncached: true, sees: 'drafts' } as const

const parkedChanges: Family = async (app, { module }) => {
  const { find, load, listOfSync } = queries(app.sql)
  const { dismiss, apply } = queries(app.writes)
  const { exists, find: findSync } = syncs(app.sql)
  const path = `/${module}/Sync/:syncId/ParkedChange` as const
  const access = { who: 'publisher', blogOf: blogOfItem('syncId', findSync) } as const
  const { params } = ParkedChanges

  const existing = async ({ syncId, changeId }: { syncId: number; changeId: number }) => {
    const change = await find(changeId)
    return orNotFound(change?.Sync === syncId ? change : undefined, `parked change ${changeId} of sync ${syncId}`)
  }

  app.follow(ParkedChange, (references, { context: { viewer } }) => load(viewer.drafts ? idsOf(references) : []))
  app.get(
    path,
    {
      config: readers,
      schema: {
        params: SyncPath,
        querystring: Listing(ParkedChanges.criteria, PAGE, {}),
        response: { 200: ParkedChanges.list }
      }
    },
    async ({ params: { syncId }, query }) => {
      orNotFound((await exists(syncId)) || undefined, `sync ${syncId}`)
      return listOfSync(syncId, query)
    }
  )
  app.get(`${path}/:changeId`, { config: readers, schema: { params, response: { 200: ParkedChange } } }, (request) =>
    existing(request.params)
  )
  app.post(`${path}/:changeId/Apply`, { config: access, schema: { params } }, async ({ params: key }) => {
    const applied = await apply(app.begin, key.syncId, key.changeId)
    const { refusal } = orNotFound(applied, `parked change ${key.changeId} of sync ${key.syncId}`)
    if (refusal !== undefined) throw httpErrors.conflict(`The change cannot be applied: ${refusal}`)
  })
  app.delete(`${path}/:changeId`, { config: access, schema: { params } }, async ({ params: key }) => {
    orNotFound((await dismiss(key.syncId, key.changeId)) || undefined, `parked change ${key.changeId}`)
  })
}

export default parkedChanges
