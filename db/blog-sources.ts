/** The sources that blogs take posts from. */
import type { Paging } from '../schemas/language/paging.ts'
import { Source } from '../schemas/source.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import type { Attempt } from './idempotency-keys.ts'
import { makeOnce, type Values } from './records.ts'

/** A source as the list of a blog names it. */
export interface BlogSourceKey {
  Blog: number
  Id: number
}

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
    async find(blogId: number, sourceId: number) {
      const source = await find(sourceId, shown(blogId))
      return source && { ...source, Blog: blogId }
    },

    /**
     * Gives a blog the source of a type, a name and an address. Makes the source if it does not exist.
     * @returns the id of the source
     * @throws PostgresError of a unique key when the blog has it already
     */
    async attach(attempt: Attempt, blogId: number, values: Values): Promise<number> {
      const { Type = null, Name = null, URI = null, IsModifiable = false, OriginName = null, OriginURI = null } = values
      return makeOnce(
        sql,
        attempt,
        sql`
        source as (
          insert into sources (type, name, uri, is_modifiable, origin_name, origin_uri)
          select ${Type}, ${Name}, ${URI}, ${IsModifiable}, ${OriginName}, ${OriginURI} from claimed where made is null
          -- One that exists belongs to other blogs too, so it stays as it is.
          on conflict (name, type, uri) do update set name = excluded.name
          returning id
        ), fresh as (insert into blog_sources (blog, source) select ${blogId}, id from source returning source as id)`
      )
    },

    /** Takes a source from a blog; a chained blog that nobody else follows is deleted. @returns whether it was there */
    async detach(blogId: number, sourceId: number): Promise<boolean> {
      const { count } = await sql`
        with detached as (
          delete from blog_sources where blog = ${blogId} and source = ${sourceId} returning source
        ), deleted as (
          delete from sources using detached
          where sources.id = detached.source and sources.type = 'chained blog'
            and not exists (select from blog_sources where source = ${sourceId} and blog <> ${blogId})
            and not exists (select from collaborators where source = ${sourceId})
            and not exists (select from syncs where source = ${sourceId})
        )
        select from detached`
      return count > 0
    },

    /** Sources that lists of blogs have named. */
    async load(keys: readonly BlogSourceKey[]) {
      const sources = await load(keys.map(({ Id }) => Id))
      return keys.flatMap(({ Blog, Id }) =>
        sources.filter((source) => source.Id === Id).map((source) => ({ ...source, Blog }))
      )
    },

    /** The sources of a blog. */
    async listOfBlog(blogId: number, paging: Paging) {
      const page = await list(paging, shown(blogId))
      return { ...page, items: page.items.map(({ Id }): BlogSourceKey => ({ Blog: blogId, Id })) }
    }
  }
}
