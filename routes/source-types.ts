/** Types of sources, and the sources of each type. */
import { sourceTypes as queries } from '../db/source-types.ts'
import { sources } from '../db/sources.ts'
import { Listing } from '../schemas/language/paging.ts'
import { SourceType, SourceTypeCriteria, SourceTypeList, SourceTypePath } from '../schemas/source-type.ts'
import { SourceList, SourceListing } from '../schemas/source.ts'
import { below, orNotFound, keysOf, type Family } from './shared/family.ts'

const sourceTypes: Family = async (app) => {
  const { find, exists, load, list } = queries(app.sql)
  const { list: listSources } = sources(app.sql)

  app.follow(SourceType, (references) => load(keysOf(references)))
  app.get(
    '/Data/SourceType',
    { schema: { querystring: Listing(SourceTypeCriteria), response: { 200: SourceTypeList } } },
    ({ query }) => list(query)
  )
  app.get(
    '/Data/SourceType/:key',
    { schema: { params: SourceTypePath, response: { 200: SourceType } } },
    async ({ params: { key } }) => orNotFound(await find(key), `source type ${key}`)
  )
  app.get(
    '/Data/SourceType/:key/Source',
    { schema: { params: SourceTypePath, querystring: SourceListing(), response: { 200: SourceList } } },
    ({ params: { key }, query }) => below(exists(key), `source type ${key}`, () => listSources(query, { type: key }))
  )
}

export default sourceTypes
