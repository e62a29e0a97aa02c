/** Collaborators: the authors that posts can have. */
import { collaborators as queries } from '../db/collaborators.ts'
import { records } from '../db/records.ts'
import {
  Collaborator,
  CollaboratorCriteria,
  CollaboratorList,
  CollaboratorPath,
  EditedCollaborator,
  NewCollaborator
} from '../schemas/collaborator.ts'
import { edit } from './shared/editable.ts'
import { Listing } from '../schemas/language/paging.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'

const collaborators: Family = async (app) => {
  const { find, findBy, load, list } = queries(app.sql)
  const access = { who: 'editor' } as const

  app.follow(Collaborator, (references) => load(idsOf(references)))
  app.get(
    '/Data/Collaborator',
    { schema: { querystring: Listing(CollaboratorCriteria), response: { 200: CollaboratorList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/Data/Collaborator/:collaboratorId',
    { schema: { params: CollaboratorPath, response: { 200: Collaborator } } },
    async ({ params: { collaboratorId } }) => orNotFound(await find(collaboratorId), `collaborator ${collaboratorId}`)
  )

  edit(app, {
    itemName: 'collaborator',
    writes: records(app.writes, 'collaborators'),
    model: Collaborator,
    find: findBy,
    creation: { path: '/Data/Collaborator', body: NewCollaborator, access },
    changes: EditedCollaborator,
    item: { path: '/Data/Collaborator/:collaboratorId', params: CollaboratorPath, access }
  })
}

export default collaborators
