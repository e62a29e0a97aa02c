/** The pictures of blogs. */
import { BlogMedia } from '../schemas/blog-media.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for the pictures of blogs. */
export const blogMedia = (sql: Sql) => collection(sql, 'blog_media', BlogMedia, 'Id')
