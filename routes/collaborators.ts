/** Collaborators. */
import { collaborators as queries } from '../db/collaborators.ts'
import { Collaborator, CollaboratorCriteria, CollaboratorList, CollaboratorPath } from '../schemas/collaborator.ts'
import { Listing } from '../schemas/language/paging.ts'
import { found, idsOf, type Family } from './shared/family.ts'

const collaborators: Family = async (app) => {
  const { find, load, list } = queries(app.sql)

  app.follow(Collaborator, (references) => load(idsOf(references)))
  app.get('/Data/Collaborator', { schema: { querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } }, ({ query }) => list(query))
  app.get('/Data/Collaborator/:collaboratorId', { schema: { params: CollaboratorPath, response: { 200: Collaborator } } },
    async ({ params: { collaboratorId } }) => found(await find(collaboratorId), `collaborator ${collaboratorId}`))
}

export default collaborators
