/** The pictures of blogs. */
import { BlogMedia } from '../schemas/blog-media.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for the pictures of blogs. */
export const blogMedia = (sql: Sql) => ({
  ...collection(sql, 'blog_media', BlogMedia, 'Id'),

  /** Lets two pictures exchange their ranks. @returns whether they are of the same blog and type */
  async exchange(oneId: number, otherId: number): Promise<boolean> {
    const { count } = await sql`
      update blog_media as media set rank = other.rank from blog_media as other
      where media.id in (${oneId}, ${otherId}) and other.id in (${oneId}, ${otherId}) and media.id <> other.id
        and media.blog = other.blog and media.type = other.type`
    return count > 0
  }
})
