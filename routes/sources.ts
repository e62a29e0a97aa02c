/** Sources, and the collaborators of each source. */
import { collaborators } from '../db/collaborators.ts'
import { records } from '../db/records.ts'
import { sources as queries } from '../db/sources.ts'
import { Collaborators } from '../schemas/collaborator.ts'
import { Sources } from '../schemas/source.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const sources: Family = async (app) => {
  readAndEdit(app, {
    ...Sources,
    itemName: 'source',
    path: '/Data/Source',
    queries: queries(app.sql),
    writes: records(app.writes, 'sources'),
    access: { who: 'editor' }
  })
  list(app, '/Data/Source/:sourceId/Collaborator', Collaborators, ({ sourceId }, query) =>
    collaborators(app.sql).listOfSource(sourceId, query)
  )
}

export default sources
