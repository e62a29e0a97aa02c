/** Template posts of blog types. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { TemplatePost, TemplatePostCriteria, type TemplatePostKey } from '../schemas/template-post.ts'
import type { Sql } from './client.ts'
import { collection, readPage } from './collection.ts'
import { holding } from './criteria.ts'
import type { PostMove } from './posts/edits.ts'

/** Queries for template posts. */
export const templatePosts = (sql: Sql) => {
  const { find, findBy, load } = collection(sql, 'template_posts', TemplatePost, 'Id')
  return {
    findBy,
    load,

    /** A template post of a blog type. */
    find: (blogTypeId: number, templatePostId: number) => find(templatePostId, sql`blog_type = ${blogTypeId}`),

    /** Moves a template post right above or right below another one of its blog type. */
    async move({ BlogType, Id }: TemplatePostKey, { reference, above }: PostMove): Promise<void> {
      await sql`select move_template_post(${BlogType}, ${Id}, ${reference}, ${above})`
    },

    /** The template posts of a blog type, or those of one post type, the highest order first. */
    listOfBlogType: (blogTypeId: number, query: ListQuery, type?: string) =>
      readPage<TemplatePostKey>(sql, query, {
        properties: ['BlogType', 'Id'],
        // The criteria are those of posts; a template has no change number and is neither published nor deleted.
        from: sql`(
        select *, 0 as c_id, null::timestamptz as published_on, null::timestamptz as deleted_on from template_posts
      ) as template_posts`,
        where: holding(sql, { blog_type: blogTypeId, type }),
        order: sql`"order" desc`,
        criteria: TemplatePostCriteria
      })
  }
}
