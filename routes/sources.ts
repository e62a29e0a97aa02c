/** Sources, and the collaborators of each. */
import { collaborators } from '../db/collaborators.ts'
import { sources as queries } from '../db/sources.ts'
import { CollaboratorCriteria, CollaboratorList } from '../schemas/collaborator.ts'
import { Listing } from '../schemas/language/paging.ts'
import { Source, SourceCriteria, SourceList, SourcePath } from '../schemas/source.ts'
import { below, found, idsOf, type Family } from './shared/family.ts'

const sources: Family = async (app) => {
  const { find, exists, load, list } = queries(app.sql)
  const { listOfSource } = collaborators(app.sql)

  app.follow(Source, (references) => load(idsOf(references)))
  app.get('/Data/Source', { schema: { querystring: Listing(SourceCriteria), response: { 200: SourceList } } }, ({ query }) => list(query))
  app.get('/Data/Source/:sourceId', { schema: { params: SourcePath, response: { 200: Source } } },
    async ({ params: { sourceId } }) => found(await find(sourceId), `source ${sourceId}`))
  app.get('/Data/Source/:sourceId/Collaborator', { schema: { params: SourcePath, querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } },
    ({ params: { sourceId }, query }) => below(exists(sourceId), `source ${sourceId}`, () => listOfSource(sourceId, query)))
}

export default sources
