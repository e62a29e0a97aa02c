/** Source types, and the sources of each. */
import { sourceTypes as queries } from '../db/source-types.ts'
import { sources } from '../db/sources.ts'
import { Paging } from '../schemas/paging.ts'
import { SourceType, SourceTypeList, SourceTypePath } from '../schemas/source-type.ts'
import { SourceList } from '../schemas/source.ts'
import { below, found, type Family } from './family.ts'

const sourceTypes: Family = async (app) => {
  const { find, exists, list } = queries(app.sql)
  const { listOfType } = sources(app.sql)

  app.get('/Data/SourceType', { schema: { querystring: Paging(), response: { 200: SourceTypeList } } }, ({ query }) => list(query))
  app.get('/Data/SourceType/:key', { schema: { params: SourceTypePath, response: { 200: SourceType } } },
    async ({ params: { key } }) => found(await find(key), `source type ${key}`))
  app.get('/Data/SourceType/:key/Source', { schema: { params: SourceTypePath, querystring: Paging(), response: { 200: SourceList } } },
    ({ params: { key }, query }) => below(exists(key), `source type ${key}`, () => listOfType(key, query)))
}

export default sourceTypes
