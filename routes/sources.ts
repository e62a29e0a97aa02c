/** Sources, and the collaborators of each. */
import { collaborators } from '../db/collaborators.ts'
import { sources as queries } from '../db/sources.ts'
import { CollaboratorList } from '../schemas/collaborator.ts'
import { Paging } from '../schemas/paging.ts'
import { Source, SourceList, SourcePath } from '../schemas/source.ts'
import { below, found, type Family } from './family.ts'

const sources: Family = async (app) => {
  const { find, exists, list } = queries(app.sql)
  const { listOfSource } = collaborators(app.sql)

  app.get('/Data/Source', { schema: { querystring: Paging(), response: { 200: SourceList } } }, ({ query }) => list(query))
  app.get('/Data/Source/:sourceId', { schema: { params: SourcePath, response: { 200: Source } } },
    async ({ params: { sourceId } }) => found(await find(sourceId), `source ${sourceId}`))
  app.get('/Data/Source/:sourceId/Collaborator', { schema: { params: SourcePath, querystring: Paging(), response: { 200: CollaboratorList } } },
    ({ params: { sourceId }, query }) => below(exists(sourceId), `source ${sourceId}`, () => listOfSource(sourceId, query)))
}

export default sources
