/** The archive searched as a whole, and the criteria of such a search. */
import type { Static } from 'typebox'
import { MetaDataInfo, MetaDataInfoCriteria, QueryCriteria, QueryCriteriaCriteria, queryCriteria } from '../schemas/meta-data-info.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { columnsOf, type Sql } from './client.ts'
import { page } from './collection.ts'
import { matching, ordering } from './criteria.ts'
import { rowsAsTable } from './rows-as-table.ts'

/** Queries for the archive as a whole. */
export const metaDataInfos = (sql: Sql) => ({
  /** A page of files, each with every text about it. */
  list (query: ListQuery) {
    const chosen = sql`meta_data_info_rows where ${matching(sql, MetaDataInfoCriteria, query)}`
    return page(query, {
      total: async () => {
        const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from ${chosen}`
        return Total
      },
      items: () => sql<Static<typeof MetaDataInfo>[]>`
        select ${sql(columnsOf(MetaDataInfo))} from ${chosen}
        order by ${ordering(sql, MetaDataInfoCriteria, query, sql`id, info`)} limit ${query.limit} offset ${query.offset}`
    })
  },

  /** A page of the criteria that such a list takes. */
  listCriteria: (query: ListQuery) => rowsAsTable(sql, QueryCriteria, 'Key', QueryCriteriaCriteria, queryCriteria).list(query)
})
