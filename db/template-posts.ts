/** Queries for the template posts of blog types. */
import type { ListQuery } from '../schemas/language/paging.ts'
import { TemplatePost, TemplatePosts, type TemplatePostKey } from '../schemas/template-post.ts'
import type { Sql } from './client.ts'
import { collection, readPage } from './collection.ts'
import { hasValues } from './criteria.ts'
import type { PostMove } from './posts/edits.ts'

export const templatePosts = (sql: Sql) => {
  const { find, findBy, load } = collection(sql, 'template_posts', TemplatePost, 'Id')
  return {
    findBy,
    load,

    /** Returns a template post of a blog type; undefined if the blog type has no such template post. */
    find: (blogTypeId: number, templatePostId: number) => find(templatePostId, sql`blog_type = ${blogTypeId}`),

    /** Moves a template post directly above or directly below another one of its blog type. */
    async move({ BlogType, Id }: TemplatePostKey, { reference, above }: PostMove): Promise<void> {
      await sql`select move_template_post(${BlogType}, ${Id}, ${reference}, ${above})`
    },

    /**
     * Returns a page of the template posts of a blog type, the highest order first.
     * @param type post type; all types if it is absent
     */
    listOfBlogType: (blogTypeId: number, query: ListQuery, type?: string) =>
      readPage<TemplatePostKey>(sql, query, {
        properties: ['BlogType', 'Id'],
        // Templates have the criteria of posts, but no change number, and are neither published nor deleted.
        from: sql`(
        select *, 0 as c_id, null::timestamptz as published_on, null::timestamptz as deleted_on from template_posts
      ) as template_posts`,
        where: hasValues(sql, { blog_type: blogTypeId, type }),
        order: sql`"order" desc`,
        criteria: TemplatePosts.criteria
      })
  }
}
