/** Queries for post types. */
import { PostTypes } from '../schemas/post-type.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const postTypes = (sql: Sql) => collection(sql, 'post_types', PostTypes.model, 'Key', PostTypes.criteria)
