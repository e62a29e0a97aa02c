/** Template posts of blog types. */
import type { Paging } from '../schemas/language/paging.ts'
import { TemplatePost } from '../schemas/template-post.ts'
import type { Sql } from './client.ts'
import { collection, page } from './collection.ts'
import type { Static } from 'typebox'

/** Queries for template posts. */
export const templatePosts = (sql: Sql) => {
  const { find, load } = collection(sql, 'template_posts', TemplatePost, 'Id')
  return {
    load,

    /** A template post of a blog type. */
    find: (blogTypeId: number, templatePostId: number) => find(templatePostId, sql`blog_type = ${blogTypeId}`),

    /** The template posts of a blog type, or those of one post type, the highest order first. */
    listOfBlogType (blogTypeId: number, paging: Paging, type?: string) {
      const chosen = sql`blog_type = ${blogTypeId} and ${type === undefined ? sql`true` : sql`type = ${type}`}`
      return page(paging, {
        total: async () => {
          const [{ Total }] = await sql<[{ Total: number }]>`select count(*)::integer as total from template_posts where ${chosen}`
          return Total
        },
        items: () => sql<Pick<Static<typeof TemplatePost>, 'BlogType' | 'Id'>[]>`
          select blog_type, id from template_posts where ${chosen} order by "order" desc limit ${paging.limit} offset ${paging.offset}`
      })
    }
  }
}
