/** Languages. Their names are not stored: `Intl` knows every locale's name in every language. */
import { LRUCache } from 'lru-cache'
import { Type, type Static } from 'typebox'
import { KnownLanguage, KnownLanguageCriteria, Language, LanguageCriteria } from '../schemas/language.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { model } from '../schemas/language/vocabulary.ts'
import type { Sql } from './client.ts'
import { collection, page, type Page } from './collection.ts'
import { isFiltered } from './criteria.ts'
import { knownCodes, namesOf, storedCode } from './locales.ts'
import { rowsAsTable } from './rows-as-table.ts'

const Stored = model('Language', null, Type.Pick(Language, ['Id', 'Code']).properties)
const Named = model('Language', null, Type.Pick(KnownLanguage, ['Code', 'Name']).properties)

type Known = Static<typeof KnownLanguage>

/** Queries for languages. A locale says what language their names are given in; each in its own when it is absent. */
export const languages = (sql: Sql) => {
  const { find, exists, load, list } = collection(sql, 'languages', Stored, 'Id', LanguageCriteria)
  return {
    exists,
    list,

    /** A language with its names. */
    async find (id: number, locale?: string): Promise<Static<typeof Language> | undefined> {
      const row = await find(id)
      return row && { ...row, ...namesOf(row.Code, locale) }
    },

    /** Languages that links and lists have named. */
    load: async (ids: number[], locale?: string): Promise<Static<typeof Language>[]> =>
      (await load(ids)).map((row) => ({ ...row, ...namesOf(row.Code, locale) })),

    /** Any language that is known, by its code. */
    findKnown (code: string, locale?: string): Known | undefined {
      const Code = storedCode(code)
      return Code === undefined ? undefined : { Code, ...namesOf(Code, locale) }
    },

    /** A page of the languages that are known. Their names are looked up only when the query is about them. */
    async listKnown (query: ListQuery, locale?: string): Promise<Page<Pick<Known, 'Code'>>> {
      const byName = query.asc !== undefined || query.desc !== undefined || isFiltered(KnownLanguageCriteria, query)
      if (byName) {
        const { items, ...attributes } = await rowsAsTable(sql, Named, 'Code', KnownLanguageCriteria, namedIn(locale)).list(query)
        return { ...attributes, items: items.map(({ Code }) => ({ Code })) }
      }
      return page(query, {
        total: async () => knownCodes().length,
        items: async () => knownCodes().slice(query.offset, query.offset + query.limit).map((Code) => ({ Code }))
      })
    }
  }
}

// Naming some hundred languages takes a while; readers share a few languages.
const kept = new LRUCache<string, { Code: string, Name: string }[]>({ max: 30 })

const namedIn = (locale?: string) => {
  const key = locale ?? ''
  const rows = kept.get(key) ?? knownCodes().map((Code) => ({ Code, Name: namesOf(Code, locale).Name }))
  kept.set(key, rows)
  return rows
}
