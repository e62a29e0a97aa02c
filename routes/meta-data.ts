/** Meta data of stored files. */
import { metaData as queries } from '../db/meta-data.ts'
import { Paging } from '../schemas/paging.ts'
import { MetaData, MetaDataList, MetaDataPath } from '../schemas/meta-data.ts'
import { found, type Family } from './family.ts'

const metaData: Family = async (app) => {
  const { find, list } = queries(app.sql)

  app.get('/Archive/MetaData', { schema: { querystring: Paging(), response: { 200: MetaDataList } } }, ({ query }) => list(query))
  app.get('/Archive/MetaData/:metaDataId', { schema: { params: MetaDataPath, response: { 200: MetaData } } },
    async ({ params: { metaDataId } }) => found(await find(metaDataId), `meta data ${metaDataId}`))
}

export default metaData
