/** Queries for the sources of all blogs. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { Sources } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { allOf, hasValues } from './criteria.ts'

export const sources = (sql: Sql) => {
  const all = collection(sql, 'sources', Sources, 'Id')
  return {
    ...all,

    /** Returns a page of the sources: all, or those of a type. */
    list: (query: ListQuery, { type }: { type?: string } = {}) => {
      const ofBlogs = [query.blogId, query['blogId.equal']].map(
        (id) => typeof id === 'number' && sql`id in (select source from blog_sources where blog = ${id})`
      )
      return all.page(query, allOf(sql, [hasValues(sql, { type }), ...ofBlogs]))
    }
  }
}
