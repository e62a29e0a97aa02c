/** Languages: those that a blog can be written in, which have an id, and all known ones, which only have a code. */
import { Type, type Static } from 'typebox'
import { family } from './language/family.ts'
import { like } from './language/criteria.ts'
import { FilledText, Id, Text, Version } from './language/vocabulary.ts'
import { edited, model } from './language/models.ts'

const self = 'Localization/Language/{Id}'

const fields = {
  Code: Text('Locale code, such as en or en_GB', { maxLength: 20 }),
  Name: Text('Name in the language of Accept-Language, or else in the language itself'),
  Territory: Type.Optional(Text('Name of the territory, in the language of the name')),
  Script: Type.Optional(Text('Name of the script, in the language of the name')),
  Variant: Type.Optional(Text('Name of the variant, in the language of the name'))
}

/** A language that a blog can be written in. */
export const Language = model(
  'Language',
  self,
  { Id: Id('Language identifier'), ...fields, Version },
  {
    Blog: `${self}/Blog/`,
    BlogLive: `${self}/Blog/Live`,
    MetaInfo: `${self}/MetaInfo/`,
    AudioInfo: `${self}/AudioInfo/`,
    ImageInfo: `${self}/ImageInfo/`,
    VideoInfo: `${self}/VideoInfo/`
  }
)

const NewLanguage = model('Language', null, {
  Code: FilledText('Locale code, such as en or en_GB', { maxLength: 20, examples: ['pt'] })
})

export const Languages = family(Language, {
  criteria: { code: like('Locale code') },
  creation: NewLanguage,
  changes: edited(NewLanguage)
})

/** Any known language, including those that no blog can be written in. */
export const KnownLanguage = model('Language', 'Localization/Language/{Code}', fields)

export const KnownLanguages = family(KnownLanguage, { criteria: { name: like('Name') } })

export type KnownLanguageRow = Static<typeof KnownLanguage>
