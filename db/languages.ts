/** Languages. Their names are not stored: `Intl` knows every locale's name in every language. */
import { Type, type Static } from 'typebox'
import { Language, LanguageCriteria, type KnownLanguageRow } from '../schemas/language.ts'
import { model } from '../schemas/language/vocabulary.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { namesOf, storedCode } from './locales.ts'

const Stored = model('Language', null, Type.Pick(Language, ['Id', 'Code', 'Version']).properties)

/** Queries for languages. A locale says what language their names are given in; each in its own when it is absent. */
export const languages = (sql: Sql) => {
  const { find, findBy, exists, load, list } = collection(sql, 'languages', Stored, 'Id', LanguageCriteria)
  return {
    exists,
    list,

    /** A language with its names. */
    async find(id: number, locale?: string): Promise<Static<typeof Language> | undefined> {
      const row = await find(id)
      return row && { ...row, ...namesOf(row.Code, locale) }
    },

    /** A language by its id or its code, named in itself. */
    async findBy(key: { readonly Id?: number; readonly Code?: string }): Promise<Static<typeof Language> | undefined> {
      const row = await findBy(key)
      return row && { ...row, ...namesOf(row.Code) }
    },

    /** The id of a language by its code. */
    async idOf(code: string): Promise<number | undefined> {
      const [row] = await sql<[{ Id: number }?]>`select id from languages where code = ${storedCode(code) ?? code}`
      return row?.Id
    },

    /** The codes of all languages a blog can be written in. */
    async codes(): Promise<string[]> {
      return (await sql<{ Code: string }[]>`select code from languages order by code`).map(({ Code }) => Code)
    },

    /** Languages that links and lists have named. */
    load: async (ids: number[], locale?: string): Promise<Static<typeof Language>[]> =>
      (await load(ids)).map((row) => ({ ...row, ...namesOf(row.Code, locale) })),

    /** Any language that is known, by its code. */
    findKnown(code: string, locale?: string): KnownLanguageRow | undefined {
      const Code = storedCode(code)
      return Code === undefined ? undefined : { Code, ...namesOf(Code, locale) }
    }
  }
}
