/** Blogs elsewhere that blogs follow. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Sync, SyncCriteria } from '../schemas/sync.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for syncs. */
export const syncs = (sql: Sql) => {
  const { find, load, list } = collection(sql, 'syncs', Sync, 'Id', SyncCriteria)
  return {
    find,
    load,
    list: (query: ListQuery) => list(query),
    /** The syncs of a blog. */
    listOfBlog: (blogId: number, query: ListQuery) => list(query, sql`blog = ${blogId}`)
  }
}
