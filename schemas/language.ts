/** Languages: those a blog can be written in, and every one that is known at all, which has a code and no id. */
import { Type, type Static } from 'typebox'
import { like } from './language/criteria.ts'
import { PageAttributes } from './language/paging.ts'
import { FilledText, Id, Key, Text, Version, edited, listOf, model } from './language/vocabulary.ts'

const self = 'Localization/Language/{Id}'
const knownSelf = 'Localization/Language/{Code}'

const fields = {
  Code: Text('Locale code, such as en or en_GB', { maxLength: 20 }),
  Name: Text('Name in the language of Accept-Language, else in the language itself'),
  Territory: Type.Optional(Text('Territory, named likewise')),
  Script: Type.Optional(Text('Script, named likewise')),
  Variant: Type.Optional(Text('Variant, named likewise'))
}

/** A language a blog can be written in. */
export const Language = model(
  'Language',
  self,
  { Id: Id('Language identifier'), ...fields, Version: Version() },
  {
    Blog: `${self}/Blog/`,
    BlogLive: `${self}/Blog/Live`,
    MetaInfo: `${self}/MetaInfo/`,
    AudioInfo: `${self}/AudioInfo/`,
    ImageInfo: `${self}/ImageInfo/`,
    VideoInfo: `${self}/VideoInfo/`
  },
  { onRequest: ['Version'], version: 'Version' }
)

/** Bodies of a new language, and of a changed one. */
export const NewLanguage = model('Language', null, {
  Code: FilledText('Locale code, such as en or en_GB', { maxLength: 20, examples: ['pt'] })
})
export const EditedLanguage = edited(NewLanguage)

/** Some of them. */
export const LanguageList = listOf('LanguageList', Language, self, PageAttributes)

/** What lists of them can be filtered and ordered by. */
export const LanguageCriteria = { code: like('Locale code', 'Code') }

/** A language that is known, whether or not a blog can be written in it. */
export const KnownLanguage = model('Language', knownSelf, fields)

/** Some of them. */
export const KnownLanguageList = listOf('LanguageList', KnownLanguage, knownSelf, PageAttributes)

/** What lists of them can be filtered and ordered by. */
export const KnownLanguageCriteria = { name: like('Name', 'Name') }

/** The path parameter of a language under its id. */
export const LanguagePath = Type.Object({ languageId: Id('Language identifier') })

/** The path parameter of a language under its id or its code. */
export const LanguageKeyPath = Type.Object({ language: Key('Language identifier, or a locale code such as en_GB') })

export type KnownLanguageRow = Static<typeof KnownLanguage>
