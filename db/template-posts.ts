/** Queries for the template posts of blog types. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { TemplatePosts } from '../schemas/template-post.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { hasValues } from './criteria.ts'
import type { PostMove } from './posts/edits.ts'

export const templatePosts = (sql: Sql) => {
  // Templates have the criteria of posts, but no change number, and are neither published nor deleted.
  const rows = sql`(
    select *, 0 as c_id, null::timestamptz as published_on, null::timestamptz as deleted_on from template_posts
  ) as template_posts`
  const all = collection(sql, rows, TemplatePosts, 'BlogType', 'Id')
  return {
    ...all,

    /** Moves a template post directly above or directly below another one of its blog type. */
    async move(blogType: number, id: number, { reference, above }: PostMove): Promise<void> {
      await sql`select move_template_post(${blogType}, ${id}, ${reference}, ${above})`
    },

    /** Returns a page of the template posts of a blog type, and perhaps of a post type, the highest order first. */
    list: (query: ListQuery, ofTypes: { readonly BlogType: number; readonly Type?: string }) =>
      all.page(query, hasValues(sql, ofTypes), sql`"order" desc`)
  }
}
