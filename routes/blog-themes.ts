/** Themes. */
import { blogThemes as queries } from '../db/blog-themes.ts'
import { BlogTheme, BlogThemeCriteria, BlogThemeList, BlogThemePath } from '../schemas/blog-theme.ts'
import { Listing } from '../schemas/language/paging.ts'
import { found, idsOf, type Family } from './shared/family.ts'

const blogThemes: Family = async (app, { module }) => {
  const { find, load, list } = queries(app.sql)

  app.follow(BlogTheme, (references) => load(idsOf(references)))
  app.get(`/${module}/BlogTheme`, { schema: { querystring: Listing(BlogThemeCriteria), response: { 200: BlogThemeList } } },
    ({ query }) => list(query))
  app.get(`/${module}/BlogTheme/:blogThemeId`, { schema: { params: BlogThemePath, response: { 200: BlogTheme } } },
    async ({ params: { blogThemeId } }) => found(await find(blogThemeId), `theme ${blogThemeId}`))
}

export default blogThemes
