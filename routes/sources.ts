/** Sources, and the collaborators of each source. */
import { collaborators } from '../db/collaborators.ts'
import { records } from '../db/records.ts'
import { sources as queries } from '../db/sources.ts'
import { CollaboratorCriteria, CollaboratorList } from '../schemas/collaborator.ts'
import { Listing } from '../schemas/language/paging.ts'
import { SourcePath, Sources } from '../schemas/source.ts'
import { readAndEdit } from './shared/editable.ts'
import { below, type Family } from './shared/family.ts'

const sources: Family = async (app) => {
  const { exists } = queries(app.sql)
  const { listOfSource } = collaborators(app.sql)

  readAndEdit(app, {
    ...Sources,
    itemName: 'source',
    path: '/Data/Source',
    queries: queries(app.sql),
    writes: records(app.writes, 'sources'),
    access: { who: 'editor' }
  })
  app.get(
    '/Data/Source/:sourceId/Collaborator',
    { schema: { params: SourcePath, querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } },
    ({ params: { sourceId }, query }) =>
      below(exists(sourceId), `source ${sourceId}`, () => listOfSource(sourceId, query))
  )
}

export default sources
