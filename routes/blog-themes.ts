/** Themes of blogs. */
import { blogThemes as queries } from '../db/blog-themes.ts'
import { records } from '../db/records.ts'
import { BlogThemes } from '../schemas/blog-theme.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'

const blogThemes: Family = async (app, { module }) => {
  readAndEdit(app, {
    ...BlogThemes,
    itemName: 'theme',
    path: `/${module}/BlogTheme`,
    queries: queries(app.sql),
    writes: records(app.writes, 'blog_themes'),
    access: { who: 'editor' }
  })
}

export default blogThemes
