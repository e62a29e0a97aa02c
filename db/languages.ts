/** Queries for languages. Their names are not stored: `Intl` has the names of every locale in every language. */
import { Type, type Static } from 'typebox'
import { Language, Languages, type KnownLanguageRow } from '../schemas/language.ts'
import { model } from '../schemas/language/models.ts'
import type { Row } from '../schemas/language/rows.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { namesOf, storedCode } from './locales.ts'

const StoredLanguage = model('Language', null, Type.Pick(Language, ['Id', 'Code', 'Version']).properties)

/**
 * Returns the queries. Their `locale` is the language of the names; if it is absent, each language is named in itself.
 */
export const languages = (sql: Sql) => {
  const { find, findBy, exists, load, list } = collection(
    sql,
    'languages',
    { ...Languages, model: StoredLanguage },
    'Id'
  )
  return {
    exists,
    list,

    /** Returns a language with its names; undefined if the language does not exist. */
    async find(id: number, locale?: string): Promise<Static<typeof Language> | undefined> {
      const row = await find(id)
      return row && { ...row, ...namesOf(row.Code, locale) }
    },

    /** Returns the language with an id or a code, named in itself; undefined if the language does not exist. */
    async findBy(key: { readonly Id?: number; readonly Code?: string }): Promise<Static<typeof Language> | undefined> {
      const row = await findBy(key)
      return row && { ...row, ...namesOf(row.Code) }
    },

    /** Returns the id of the language with a code; undefined if the language does not exist. */
    async idOf(code: string): Promise<number | undefined> {
      const [row] = await sql<[{ Id: number }?]>`select id from languages where code = ${storedCode(code) ?? code}`
      return row?.Id
    },

    /** Returns the codes of all languages that a blog can be written in. */
    async codes(): Promise<string[]> {
      return (await sql<{ Code: string }[]>`select code from languages order by code`).map(({ Code }) => Code)
    },

    /** Returns the languages of references, in no particular order. */
    load: async (references: readonly Row[], locale?: string): Promise<Static<typeof Language>[]> =>
      (await load(references)).map((row) => ({ ...row, ...namesOf(row.Code, locale) })),

    /** Returns any language that `Intl` knows, stored or not; undefined if it does not know the code. */
    findKnown(code: string, locale?: string): KnownLanguageRow | undefined {
      const Code = storedCode(code)
      return Code === undefined ? undefined : { Code, ...namesOf(Code, locale) }
    }
  }
}
