/** Collaborators: the authors that posts can have. */
import { collaborators as queries } from '../db/collaborators.ts'
import { records } from '../db/records.ts'
import { Collaborators } from '../schemas/collaborator.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'

const collaborators: Family = async (app) => {
  readAndEdit(app, {
    ...Collaborators,
    itemName: 'collaborator',
    path: '/Data/Collaborator/:collaboratorId',
    queries: queries(app.sql),
    writes: records(app.writes, 'collaborators'),
    access: { who: 'editor' }
  })
}

export default collaborators
