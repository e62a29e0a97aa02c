/** Queries for the sources that blogs take posts from. */
import { BlogSources } from '../schemas/blog-source.ts'
import type { Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { insertOnce, type Values, type Attempt } from './records.ts'

export const blogSources = (sql: Sql) => {
  const rows = sql`(select sources.*, blog from sources join blog_sources on source = id) as sources`
  const all = collection(sql, rows, BlogSources, 'Blog', 'Id')
  return {
    ...all,

    /** Returns a page of the sources of a blog, without chained blogs that no provider has: they can't be fetched. */
    list: (paging: Paging, { Blog }: { readonly Blog: number }) =>
      all.page(
        paging,
        sql`blog = ${Blog} and (type <> 'chained blog' or origin_uri is null
          or origin_uri in (select provider.uri from sources as provider where provider.type = 'blog provider'))`
      ),

    /**
     * Adds a source to a blog. Inserts the source if none has this type, name and URI.
     * @returns the id of the source; a repeated attempt returns that of the first one
     * @throws PostgresError of a unique key if the blog has the source already
     */
    async attach(attempt: Attempt, blogId: number, values: Values): Promise<number> {
      const { Type = null, Name = null, URI = null, IsModifiable = false, OriginName = null, OriginURI = null } = values
      return insertOnce(
        sql,
        attempt,
        sql`
        source as (
          insert into sources (type, name, uri, is_modifiable, origin_name, origin_uri)
          select ${Type}, ${Name}, ${URI}, ${IsModifiable}, ${OriginName}, ${OriginURI} from claimed where made is null
          -- An existing source may belong to other blogs too, so it keeps its values. The update changes nothing, but
          -- without it "returning" would skip the existing row.
          on conflict (name, type, uri) do update set name = excluded.name
          returning id
        ), inserted as (
          insert into blog_sources (blog, source) select ${blogId}, id from source returning source as id
        )`
      )
    },

    /**
     * Removes a source from a blog. Also deletes the source if it is a chained blog that nothing else refers to.
     * @returns whether the blog had the source
     */
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
    }
  }
}
