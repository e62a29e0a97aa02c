/** Sources, the types of sources, and the collaborators of each source. */
import { collaborators } from '../db/collaborators.ts'
import { sourceTypes } from '../db/lookups.ts'
import { records } from '../db/records.ts'
import { sources as queries } from '../db/sources.ts'
import { Collaborators } from '../schemas/collaborator.ts'
import { SourceTypes } from '../schemas/source-type.ts'
import { Sources } from '../schemas/source.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const sources: Family = async (app) => {
  const { list: listSources } = queries(app.sql)
  const typePath = '/Data/SourceType'

  readAndEdit(app, {
    ...Sources,
    itemName: 'source',
    path: '/Data/Source/:sourceId',
    queries: queries(app.sql),
    writes: records(app.writes, 'sources'),
    access: { who: 'editor' }
  })
  list(app, '/Data/Source/:sourceId/Collaborator', Collaborators, ({ sourceId }, query) =>
    collaborators(app.sql).listOfSource(sourceId, query)
  )
  read(app, { ...SourceTypes, itemName: 'source type', path: `${typePath}/:key`, queries: sourceTypes(app.sql) })
  list(app, `${typePath}/:key/Source`, Sources, ({ key: type }, query) => listSources(query, { type }))
}

export default sources
