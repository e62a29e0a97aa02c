/** Collaborators. */
import { collaborators as queries } from '../db/collaborators.ts'
import { Collaborator, CollaboratorList, CollaboratorPath } from '../schemas/collaborator.ts'
import { Paging } from '../schemas/paging.ts'
import { found, type Family } from './family.ts'

const collaborators: Family = async (app) => {
  const { find, list } = queries(app.sql)

  app.get('/Data/Collaborator', { schema: { querystring: Paging(), response: { 200: CollaboratorList } } }, ({ query }) => list(query))
  app.get('/Data/Collaborator/:collaboratorId', { schema: { params: CollaboratorPath, response: { 200: Collaborator } } },
    async ({ params: { collaboratorId } }) => found(await find(collaboratorId), `collaborator ${collaboratorId}`))
}

export default collaborators
