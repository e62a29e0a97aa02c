/** Blogs elsewhere that blogs follow. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Sync, SyncCriteria } from '../schemas/sync.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for syncs. */
export const syncs = (sql: Sql) => {
  const all = collection(sql, 'syncs', Sync, 'Id', SyncCriteria)
  return {
    ...all,
    /** The syncs of a blog. */
    listOfBlog: (blogId: number, query: ListQuery) => all.list(query, sql`blog = ${blogId}`)
  }
}
