/** Sources. */
import type { Paging } from '../schemas/paging.ts'
import { Source } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for sources. */
export const sources = (sql: Sql) => {
  const { find, exists, list } = collection(sql, 'sources', Source, 'Id')
  return {
    find,
    exists,
    list: (paging: Paging) => list(paging),
    /** The sources of a type. */
    listOfType: (type: string, paging: Paging) => list(paging, sql`type = ${type}`)
  }
}
