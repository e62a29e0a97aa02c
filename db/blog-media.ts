/** The pictures of blogs. */
import { BlogMedia } from '../schemas/blog-media.ts'
import type { Paging } from '../schemas/language/paging.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { holding } from './criteria.ts'

/** Queries for the pictures of blogs. */
export const blogMedia = (sql: Sql) => {
  const { find, load, list } = collection(sql, 'blog_media', BlogMedia, 'Id')
  return {
    find,
    load,
    /** The pictures of a blog, or those of one type. */
    listOfBlog: (blog: number, paging: Paging, type?: string) => list(paging, holding(sql, { blog, type }))
  }
}
