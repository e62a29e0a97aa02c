/** Queries for the pictures of blogs. */
import { BlogMedias } from '../schemas/blog-media.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogMedia = (sql: Sql) => ({
  ...collection(sql, 'blog_media', BlogMedias, 'Id'),

  /** Swaps the ranks of two pictures. Returns false, and changes nothing, if they differ in blog or type. */
  async exchange(firstId: number, secondId: number): Promise<boolean> {
    const { count } = await sql`
      update blog_media as media set rank = other.rank from blog_media as other
      where media.id in (${firstId}, ${secondId}) and other.id in (${firstId}, ${secondId}) and media.id <> other.id
        and media.blog = other.blog and media.type = other.type`
    return count > 0
  }
})
