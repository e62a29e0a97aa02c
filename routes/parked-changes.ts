/** Parked changes of a sync: lists, single changes, applying and dismissing them. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { parkedChanges as queries } from '../db/parked-changes.ts'
import { syncs } from '../db/syncs.ts'
import { ParkedChanges } from '../schemas/parked-change.ts'
import { Path } from '../schemas/paths.ts'
import { blogOfItem } from './shared/blog-of.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { read } from './shared/readable.ts'

const parkedChanges: Family = async (app, { module }) => {
  const { dismiss, apply } = queries(app.writes)
  const path = `/${module}/Sync/:syncId/ParkedChange/:changeId`
  const params = Type.Pick(Path, ['syncId', 'changeId'])
  const access = { who: 'publisher', blogOf: blogOfItem('syncId', syncs(app.sql).find) } as const

  read(app, {
    ...ParkedChanges,
    itemName: 'parked change',
    path,
    queries: queries(app.sql),
    // Refused changes show texts that nobody has published here.
    config: { uncached: true, sees: 'drafts' }
  })
  const schema = { summary: 'Apply a parked change of a sync', params }
  app.post(`${path}/Apply`, { config: access, schema }, async ({ params: { syncId, changeId } }) => {
    const applied = await apply(app.begin, syncId, changeId)
    const { refusal } = orNotFound(applied, `parked change ${changeId} of sync ${syncId}`)
    if (refusal !== undefined) throw httpErrors.conflict(`The change cannot be applied: ${refusal}`)
  })
  app.delete(path, { config: access, schema: { params } }, async ({ params: { syncId, changeId } }) => {
    orNotFound(await dismiss(syncId, changeId), `parked change ${changeId} of sync ${syncId}`)
  })
}

export default parkedChanges
