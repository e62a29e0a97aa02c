/** Queries for blog types. */
import { BlogType, BlogTypeCriteria } from '../schemas/blog-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogTypes = (sql: Sql) => collection(sql, 'blog_types', BlogType, 'Id', BlogTypeCriteria)
