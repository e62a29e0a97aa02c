/** Themes. */
import { BlogTheme, BlogThemeCriteria } from '../schemas/blog-theme.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

/** Queries for themes. */
export const blogThemes = (sql: Sql) => collection(sql, 'blog_themes', BlogTheme, 'Id', BlogThemeCriteria)
