/** Types of sources, and the sources of each type. */
import { sourceTypes as queries } from '../db/source-types.ts'
import { sources } from '../db/sources.ts'
import { SourceTypes } from '../schemas/source-type.ts'
import { Sources } from '../schemas/source.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const sourceTypes: Family = async (app) => {
  read(app, { ...SourceTypes, itemName: 'source type', path: '/Data/SourceType', queries: queries(app.sql) })
  list(app, '/Data/SourceType/:key/Source', Sources, ({ key: type }, query) => sources(app.sql).list(query, { type }))
}

export default sourceTypes
