/** The search across the whole archive, and the list of its criteria. */
import { matchesAmong, pageOf } from '../db/collection.ts'
import { metaDataInfos as queries } from '../db/meta-data-infos.ts'
import { MetaDataInfos, QueryCriterias, queryCriteria } from '../schemas/meta-data-info.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { withThumbnailSize } from './shared/thumbnails.ts'

const metaDataInfos: Family = async (app) => {
  const { list: listInfos } = queries(app.sql)
  const search = { ...MetaDataInfos, config: { sees: 'drafts' } } as const

  list(app, '/Archive/MetaDataInfo/Query', search, async (_keys, query) => {
    const { items, ...attributes } = await listInfos(query)
    return { ...attributes, items: items.map((item) => withThumbnailSize(item, query)) }
  })
  list(app, '/Archive/QueryCriteria', QueryCriterias, async (_keys, query) =>
    pageOf(await matchesAmong(app.sql, queryCriteria, QueryCriterias.criteria, query), query)
  )
}

export default metaDataInfos
