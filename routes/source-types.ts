/** Types of sources, and the sources of each type. */
import { sourceTypes as queries } from '../db/source-types.ts'
import { sources } from '../db/sources.ts'
import { SourceTypePath, SourceTypes } from '../schemas/source-type.ts'
import { SourceList, SourceListing } from '../schemas/source.ts'
import { below, type Family } from './shared/family.ts'
import { read } from './shared/readable.ts'

const sourceTypes: Family = async (app) => {
  const { exists } = queries(app.sql)
  const { list: listSources } = sources(app.sql)

  read(app, { ...SourceTypes, itemName: 'source type', path: '/Data/SourceType', queries: queries(app.sql) })
  app.get(
    '/Data/SourceType/:key/Source',
    { schema: { params: SourceTypePath, querystring: SourceListing, response: { 200: SourceList } } },
    ({ params: { key }, query }) => below(exists(key), `source type ${key}`, () => listSources(query, { type: key }))
  )
}

export default sourceTypes
