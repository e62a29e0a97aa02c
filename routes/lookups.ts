/** Families that are only rows of a table: types of blogs, of their pictures and members, of users, and so on. */
import * as queries from '../db/lookups.ts'
import { records } from '../db/records.ts'
import { BlogThemes } from '../schemas/blog-theme.ts'
import { BlogTypes } from '../schemas/blog-type.ts'
import { BlogCollaboratorTypes, BlogMediaTypes, PostTypes, UserTypes } from '../schemas/lookup.ts'
import { readAndEdit } from './shared/editable.ts'
import type { Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { read } from './shared/readable.ts'

const lookups: Family = async (app, { module }) => {
  const { sql, writes } = app
  const access = { who: 'editor' } as const
  const blogTypes = {
    ...BlogTypes,
    itemName: 'blog type',
    path: `/${module}/BlogType/:blogTypeId`,
    queries: queries.blogTypes(sql)
  }
  const themes = {
    ...BlogThemes,
    itemName: 'theme',
    path: `/${module}/BlogTheme/:blogThemeId`,
    queries: queries.blogThemes(sql)
  }
  const mediaTypes = { itemName: 'blog media type', path: `/${module}/BlogMediaType/:key` }
  const collaboratorTypes = queries.blogCollaboratorTypes(sql)

  readAndEdit(app, { ...blogTypes, writes: records(writes, 'blog_types'), access })
  readAndEdit(app, { ...themes, writes: records(writes, 'blog_themes'), access })
  read(app, { ...BlogMediaTypes, ...mediaTypes, queries: queries.blogMediaTypes(sql) })
  list(app, `/${module}/BlogCollaboratorType`, BlogCollaboratorTypes, (_keys, query) => collaboratorTypes.list(query))
  read(app, { ...UserTypes, itemName: 'user type', path: '/HR/UserType/:key', queries: queries.userTypes(sql) })
  read(app, { ...PostTypes, itemName: 'post type', path: '/Data/PostType/:key', queries: queries.postTypes(sql) })
}

export default lookups
