/** Themes of blogs. */
import { blogThemes as queries } from '../db/blog-themes.ts'
import { records } from '../db/records.ts'
import {
  BlogTheme,
  BlogThemeCriteria,
  BlogThemeList,
  BlogThemePath,
  EditedBlogTheme,
  NewBlogTheme
} from '../schemas/blog-theme.ts'
import { edit } from './shared/editable.ts'
import { Listing } from '../schemas/language/paging.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'

const blogThemes: Family = async (app, { module }) => {
  const { find, findBy, load, list } = queries(app.sql)
  const access = { who: 'editor' } as const

  app.follow(BlogTheme, (references) => load(idsOf(references)))
  app.get(
    `/${module}/BlogTheme`,
    { schema: { querystring: Listing(BlogThemeCriteria), response: { 200: BlogThemeList } } },
    ({ query }) => list(query)
  )
  app.get(
    `/${module}/BlogTheme/:blogThemeId`,
    { schema: { params: BlogThemePath, response: { 200: BlogTheme } } },
    async ({ params: { blogThemeId } }) => orNotFound(await find(blogThemeId), `theme ${blogThemeId}`)
  )

  edit(app, {
    itemName: 'theme',
    writes: records(app.writes, 'blog_themes'),
    model: BlogTheme,
    find: findBy,
    creation: { path: `/${module}/BlogTheme`, body: NewBlogTheme, access },
    changes: EditedBlogTheme,
    item: { path: `/${module}/BlogTheme/:blogThemeId`, params: BlogThemePath, access }
  })
}

export default blogThemes
