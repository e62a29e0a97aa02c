/** Languages a blog can be written in. */
import { Type, type Static } from 'typebox'
import { PageAttributes } from './paging.ts'
import { Id, Text, listOf, model } from './vocabulary.ts'

const self = 'Localization/Language/{Id}'

export const Language = model('Language', self, {
  Id: Id('Language identifier'),
  Code: Text('Locale code, such as en or en_GB'),
  Name: Text('Name in the language itself'),
  Territory: Type.Optional(Text('Territory, in the language itself')),
  Script: Type.Optional(Text('Script, in the language itself'))
}, {
  Blog: `${self}/Blog/`,
  BlogLive: `${self}/Blog/Live`,
  MetaInfo: `${self}/MetaInfo/`,
  AudioInfo: `${self}/AudioInfo/`,
  ImageInfo: `${self}/ImageInfo/`,
  VideoInfo: `${self}/VideoInfo/`
})

export const LanguageList = listOf('LanguageList', Language, self, PageAttributes)

export const LanguagePath = Type.Object({ languageId: Id('Language identifier') })

export type LanguageRow = Static<typeof Language>
