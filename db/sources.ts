/** Sources. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Source, SourceCriteria } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for sources. */
export const sources = (sql: Sql) => {
  const { find, exists, load, list } = collection(sql, 'sources', Source, 'Id', SourceCriteria)
  return {
    find,
    exists,
    load,
    list: (query: ListQuery) => list(query),
    /** The sources of a type. */
    listOfType: (type: string, query: ListQuery) => list(query, sql`type = ${type}`)
  }
}
