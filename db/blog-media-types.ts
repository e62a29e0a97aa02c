/** Blog media types. */
import { BlogMediaType } from '../schemas/blog-media-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for blog media types. */
export const blogMediaTypes = (sql: Sql) => collection(sql, 'blog_media_types', BlogMediaType, 'Key')
