/** The sources that blogs take posts from. */
import type { Paging } from '../schemas/language/paging.ts'
import { Source } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** A source as the list of a blog names it. */
export interface BlogSourceKey { Blog: number, Id: number }

/** Queries for the sources of blogs. */
export const blogSources = (sql: Sql) => {
  const { find, load, list } = collection(sql, 'sources', Source, 'Id')

  // A blog at a provider that is no longer known cannot be followed.
  const shown = (blogId: number) => sql`
    id in (select source from blog_sources where blog = ${blogId})
    and (type <> 'chained blog' or origin_uri is null
      or origin_uri in (select provider.uri from sources as provider where provider.type = 'blog provider'))`

  return {
    /** A source of a blog. */
    async find (blogId: number, sourceId: number) {
      const source = await find(sourceId, shown(blogId))
      return source && { ...source, Blog: blogId }
    },

    /** Sources that lists of blogs have named. */
    async load (keys: readonly BlogSourceKey[]) {
      const sources = await load(keys.map(({ Id }) => Id))
      return keys.flatMap(({ Blog, Id }) =>
        sources.filter((source) => source.Id === Id).map((source) => ({ ...source, Blog })))
    },

    /** The sources of a blog. */
    async listOfBlog (blogId: number, paging: Paging) {
      const page = await list(paging, shown(blogId))
      return { ...page, items: page.items.map(({ Id }): BlogSourceKey => ({ Blog: blogId, Id })) }
    }
  }
}
