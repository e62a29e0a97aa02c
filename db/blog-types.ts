/** Queries for blog types. */
import { BlogTypes } from '../schemas/blog-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogTypes = (sql: Sql) => collection(sql, 'blog_types', BlogTypes.model, 'Id', BlogTypes.criteria)
