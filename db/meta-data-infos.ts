/** The archive searched as a whole. */
import type { Static } from 'typebox'
import { MetaDataInfo, MetaDataInfoCriteria } from '../schemas/meta-data-info.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { readPage } from './collection.ts'

type Info = Static<typeof MetaDataInfo>

/** Queries for the archive as a whole. */
export const metaDataInfos = (sql: Sql) => ({
  /** A page of files, each with every text about it. */
  async list(query: ListQuery) {
    const { items, ...attributes } = await readPage<Omit<Info, 'CreatedOn'> & { CreatedOn: string }>(sql, query, {
      properties: Object.keys(MetaDataInfo.properties),
      from: sql`meta_data_info_rows`,
      where: sql`true`,
      order: sql`id, info`,
      criteria: MetaDataInfoCriteria
    })
    return { ...attributes, items: items.map((item) => ({ ...item, CreatedOn: new Date(item.CreatedOn) })) }
  }
})
