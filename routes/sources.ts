/** Sources, and the collaborators of each source. */
import { collaborators } from '../db/collaborators.ts'
import { records } from '../db/records.ts'
import { sources as queries } from '../db/sources.ts'
import { CollaboratorCriteria, CollaboratorList } from '../schemas/collaborator.ts'
import { Listing } from '../schemas/language/paging.ts'
import { EditedSource, NewSource, Source, SourceList, SourceListing, SourcePath } from '../schemas/source.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'

const sources: Family = async (app) => {
  const { find, findBy, exists, load, list } = queries(app.sql)
  const access = { who: 'editor' } as const
  const { listOfSource } = collaborators(app.sql)

  app.follow(Source, (references) => load(idsOf(references)))
  app.get('/Data/Source', { schema: { querystring: SourceListing(), response: { 200: SourceList } } }, ({ query }) =>
    list(query)
  )
  app.get(
    '/Data/Source/:sourceId',
    { schema: { params: SourcePath, response: { 200: Source } } },
    async ({ params: { sourceId } }) => orNotFound(await find(sourceId), `source ${sourceId}`)
  )
  app.get(
    '/Data/Source/:sourceId/Collaborator',
    { schema: { params: SourcePath, querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } },
    ({ params: { sourceId }, query }) =>
      below(exists(sourceId), `source ${sourceId}`, () => listOfSource(sourceId, query))
  )

  edit(app, {
    itemName: 'source',
    writes: records(app.writes, 'sources'),
    model: Source,
    find: findBy,
    creation: { path: '/Data/Source', body: NewSource, access },
    changes: EditedSource,
    item: { path: '/Data/Source/:sourceId', params: SourcePath, access }
  })
}

export default sources
