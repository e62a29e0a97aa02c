/** The archive searched as a whole, and the criteria of such a search. */
import { metaDataInfos as queries } from '../db/meta-data-infos.ts'
import { MetaDataInfoCriteria, MetaDataInfoList, QueryCriteriaCriteria, QueryCriteriaList } from '../schemas/meta-data-info.ts'
import { ThumbnailSize } from '../schemas/meta-data.ts'
import { Listing, PAGE } from '../schemas/language/paging.ts'
import type { Family } from './shared/family.ts'
import { sized } from './shared/thumbnails.ts'

const metaDataInfos: Family = async (app) => {
  const { list, listCriteria } = queries(app.sql)

  app.get('/Archive/MetaDataInfo/Query', { schema: { querystring: Listing(MetaDataInfoCriteria, PAGE, ThumbnailSize), response: { 200: MetaDataInfoList } } },
    async ({ query }) => {
      const { items, ...attributes } = await list(query)
      return { ...attributes, items: items.map((item) => sized(item, query)) }
    })
  app.get('/Archive/QueryCriteria', { schema: { querystring: Listing(QueryCriteriaCriteria), response: { 200: QueryCriteriaList } } },
    ({ query }) => listCriteria(query))
}

export default metaDataInfos
