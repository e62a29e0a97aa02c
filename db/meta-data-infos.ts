/** Query that searches the whole archive: every file with every text about it. */
import type { Static } from 'typebox'
import { MetaDataInfos } from '../schemas/meta-data-info.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { readPage } from './collection.ts'

type Info = Static<typeof MetaDataInfos.model>

export const metaDataInfos = (sql: Sql) => ({
  /** Returns a page of texts, each with the metadata of its file. A file with several texts appears several times. */
  async list(query: ListQuery) {
    const { items, ...attributes } = await readPage<Omit<Info, 'CreatedOn'> & { CreatedOn: string }>(sql, query, {
      properties: Object.keys(MetaDataInfos.model.properties),
      from: sql`meta_data_info_rows`,
      where: sql`true`,
      order: sql`id, info`,
      criteria: MetaDataInfos.criteria
    })
    return { ...attributes, items: items.map((item) => ({ ...item, CreatedOn: new Date(item.CreatedOn) })) }
  }
})
