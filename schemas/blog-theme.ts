/** Themes: the designs of embedded blogs. */
import { Type } from 'typebox'
import { like } from './language/criteria.ts'
import { family } from './language/family.ts'
import { Clearable, FilledText, Flag, Id, Text, Version, WebAddress, WebLink } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = '{Module}/BlogTheme/{Id}'

export const BlogTheme = model('BlogTheme', self, {
  Id: Id('Theme identifier'),
  IsLocal: Flag('Whether the embed includes the theme'),
  Name: Text('Name, as in the settings of an embed', { maxLength: 190 }),
  Version,
  URL: Type.Optional(WebLink('Address of the theme’s files; absent if the embed includes them'))
})

const NewBlogTheme = model('BlogTheme', null, {
  Name: FilledText('Name, as in the settings of an embed', { maxLength: 190, examples: ['harbour'] }),
  URL: Type.Optional(Clearable(WebAddress('Address of the theme’s files; absent if the embed includes them', 1024)))
})

export const BlogThemes = family(BlogTheme, {
  criteria: { name: like('Name') },
  creation: NewBlogTheme,
  changes: edited(NewBlogTheme)
})
