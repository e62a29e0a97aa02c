/** Queries for the themes of blogs. */
import { BlogThemes } from '../schemas/blog-theme.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogThemes = (sql: Sql) => collection(sql, 'blog_themes', BlogThemes.model, 'Id', BlogThemes.criteria)
