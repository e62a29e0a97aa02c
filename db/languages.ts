/** Languages. Their names are not stored: every locale's name in its own language is known to `Intl`. */
import { Type, type Static } from 'typebox'
import { Language } from '../schemas/language.ts'
import { model } from '../schemas/vocabulary.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'

const Stored = model('Language', null, Type.Pick(Language, ['Id', 'Code']).properties)

/** Queries for languages. */
export const languages = (sql: Sql) => {
  const { find, exists, list } = collection(sql, 'languages', Stored, 'Id')
  return {
    exists,
    list,
    /** A language with its names. */
    async find (id: number): Promise<Static<typeof Language> | undefined> {
      const row = await find(id)
      return row && { ...row, ...namesOf(row.Code) }
    }
  }
}

/** Names of a locale code's parts in the language itself. */
const namesOf = (code: string) => {
  const { language, region, script } = new Intl.Locale(code.replaceAll('_', '-'))
  const name = (type: Intl.DisplayNamesType, part: string) => new Intl.DisplayNames([code.replaceAll('_', '-')], { type }).of(part) ?? part
  return {
    Name: name('language', language),
    ...region !== undefined && { Territory: name('region', region) },
    ...script !== undefined && { Script: name('script', script) }
  }
}
