/** Themes: how an embedded blog can look. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import {
  FilledText,
  Flag,
  Id,
  Text,
  Version,
  WebAddress,
  WebLink,
  edited,
  listOf,
  model
} from './language/vocabulary.ts'

const self = '{Module}/BlogTheme/{Id}'

/** A theme. */
export const BlogTheme = model(
  'BlogTheme',
  self,
  {
    Id: Id('Theme identifier'),
    IsLocal: Flag('Whether the embed brings the theme along'),
    Name: Text('Name, used in the settings of an embed', { maxLength: 190 }),
    Version: Version(),
    URL: Type.Optional(WebLink('Address of the theme’s files; absent if the embed ships them'))
  },
  {},
  { onRequest: ['Version'], version: 'Version' }
)

/** Bodies of a new theme, and of a changed one. */
export const NewBlogTheme = model('BlogTheme', null, {
  Name: FilledText('Name, used in the settings of an embed', { maxLength: 190 }),
  URL: Type.Optional(WebAddress('Address of the theme’s files; absent if the embed ships them', 1024))
})
export const EditedBlogTheme = edited(NewBlogTheme)

/** Some themes. */
export const BlogThemeList = listOf('BlogThemeList', BlogTheme, self, PageAttributes)

/** What lists of themes can be filtered and ordered by. */
export const BlogThemeCriteria = { name: like('Name', 'Name') }

/** The path parameters of a theme. */
export const BlogThemePath = Type.Object({ blogThemeId: Id('Theme identifier') })
