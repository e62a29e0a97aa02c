/** The search across the whole archive, and the list of its criteria. */
import { matchesAmong, pageOf } from '../db/collection.ts'
import { metaDataInfos as queries } from '../db/meta-data-infos.ts'
import {
  MetaDataInfoCriteria,
  MetaDataInfoList,
  QueryCriteriaCriteria,
  QueryCriteriaList,
  queryCriteria
} from '../schemas/meta-data-info.ts'
import { ThumbnailSize } from '../schemas/meta-data.ts'
import { Listing, MAX_LIMIT, PAGE } from '../schemas/language/paging.ts'
import type { Family } from './shared/family.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const metaDataInfos: Family = async (app) => {
  const { list } = queries(app.sql)

  const querystring = Listing(MetaDataInfoCriteria, PAGE, ThumbnailSize)
  app.get(
    '/Archive/MetaDataInfo/Query',
    { config: { sees: 'drafts' }, schema: { querystring, response: { 200: MetaDataInfoList } } },
    async ({ query }) => {
      const { items, ...attributes } = await list(query)
      return { ...attributes, items: items.map((item) => withThumbnailSize(item, query)) }
    }
  )
  const criteriaQuery = Listing(QueryCriteriaCriteria, MAX_LIMIT)
  app.get(
    '/Archive/QueryCriteria',
    { schema: { querystring: criteriaQuery, response: { 200: QueryCriteriaList } } },
    async ({ query }) => pageOf(await matchesAmong(app.sql, queryCriteria, QueryCriteriaCriteria, query), query)
  )
}

export default metaDataInfos
