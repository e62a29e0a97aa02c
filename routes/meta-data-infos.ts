/** The archive searched as a whole, and the criteria of such a search. */
import { metaDataInfos as queries } from '../db/meta-data-infos.ts'
import { MetaDataInfoCriteria, MetaDataInfoList, queryCriteria, QueryCriteriaCriteria, QueryCriteriaList } from '../schemas/meta-data-info.ts'
import { ThumbnailSize } from '../schemas/meta-data.ts'
import { Listing, MAX_LIMIT, PAGE } from '../schemas/language/paging.ts'
import type { Family } from './shared/family.ts'
import { inMemory } from './shared/in-memory.ts'
import { sized } from './shared/thumbnails.ts'

const metaDataInfos: Family = async (app) => {
  const { list } = queries(app.sql)
  const { list: listCriteria } = inMemory(() => queryCriteria, 'Key', QueryCriteriaCriteria)

  app.get('/Archive/MetaDataInfo/Query', { schema: { querystring: Listing(MetaDataInfoCriteria, PAGE, ThumbnailSize), response: { 200: MetaDataInfoList } } },
    async ({ query }) => {
      const { items, ...attributes } = await list(query)
      return { ...attributes, items: items.map((item) => sized(item, query)) }
    })
  app.get('/Archive/QueryCriteria', { schema: { querystring: Listing(QueryCriteriaCriteria, MAX_LIMIT), response: { 200: QueryCriteriaList } } },
    async ({ query }) => listCriteria(query))
}

export default metaDataInfos
