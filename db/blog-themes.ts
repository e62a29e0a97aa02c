/** Queries for the themes of blogs. */
import { BlogTheme, BlogThemeCriteria } from '../schemas/blog-theme.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

export const blogThemes = (sql: Sql) => collection(sql, 'blog_themes', BlogTheme, 'Id', BlogThemeCriteria)
