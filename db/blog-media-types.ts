/** Queries for the types of blog media, such as a banner. */
import { BlogMediaType } from '../schemas/blog-media-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogMediaTypes = (sql: Sql) => collection(sql, 'blog_media_types', BlogMediaType, 'Key')
