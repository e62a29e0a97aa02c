/** Languages in use, languages that could be added, and the blogs in each language. */
import { Type } from 'typebox'
import { blogs } from '../db/blogs.ts'
import { matchesAmong, pageOf } from '../db/collection.ts'
import { criteriaUsed } from '../db/criteria.ts'
import { languages as queries } from '../db/languages.ts'
import { knownCodes, knownNames, storedCode } from '../db/locales.ts'
import { records } from '../db/records.ts'
import { refusedProperty } from '../plugins/refusals.ts'
import { Blogs } from '../schemas/blog.ts'
import { KnownLanguage, KnownLanguages, Language, Languages } from '../schemas/language.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { Path } from '../schemas/paths.ts'
import { edit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { idIn, keyIn } from './shared/segment.ts'
import type { Row } from '../schemas/language/rows.ts'

const languages: Family = async (app) => {
  const { find, findBy, findKnown, load, list: listStored } = queries(app.sql)
  // The page of a language that could be added has no id.
  const applies = ({ Id }: Row) => Id !== undefined
  const { listOfLanguage, listOfUser } = blogs(app.sql)
  const path = '/Localization/Language'

  /** Returns a page of all known languages. Their names are only computed if the query filters or orders by them. */
  const listKnown = async (query: ListQuery, locale?: string) => {
    const knownLanguages: readonly { readonly Code: string }[] =
      criteriaUsed(KnownLanguages.criteria, query).length > 0
        ? knownNames(locale)
        : knownCodes().map((Code) => ({ Code }))
    const matches = await matchesAmong(app.sql, knownLanguages, KnownLanguages.criteria, query)
    return pageOf(
      matches.map(({ Code }) => ({ Code })),
      query
    )
  }

  // The addresses of both models have the same form. X-Filter expands links of that form to the model that is
  // registered last, which must be the stored languages.
  app.follow(KnownLanguage, async (references, { context: { locale } }) =>
    references.flatMap(({ Code }) => findKnown(String(Code), locale) ?? [])
  )
  app.follow(Language, (references, { context: { locale } }) => load(references, locale))

  list(app, path, Languages, (_keys, query) => listStored(query))
  list(app, `${path}/Available`, KnownLanguages, (_keys, query, { context: { locale } }) => listKnown(query, locale))
  app.get(
    `${path}/:language`,
    { schema: { params: Type.Pick(Path, ['language']), response: { 200: Type.Union([Language, KnownLanguage]) } } },
    async ({ params: { language }, context: { locale } }) => {
      const id = idIn(language)
      return orNotFound(id === undefined ? findKnown(language, locale) : await find(id, locale), `language ${language}`)
    }
  )

  edit(app, {
    ...Languages,
    itemName: 'language',
    path: `${path}/:language`,
    queries: { findBy },
    writes: records(app.writes, 'languages'),
    access: { who: 'editor', applies },
    creationAccess: { who: 'editor' },
    keyOf: ({ language }) => keyIn(language, 'Code'),
    check: async ({ Code }) => {
      if (storedCode(String(Code)) !== Code) {
        throw refusedProperty('Code', 'is not the code of a known language, such as en or en_GB')
      }
    }
  })

  for (const [end, live] of [
    ['', false],
    ['/Live', true]
  ] as const) {
    list(app, `${path}/:languageId/Blog${end}`, Blogs, ({ languageId }, query) =>
      listOfLanguage(languageId, query, { live })
    )
    list(app, `${path}/:languageId/User/:userId/Blog${end}`, Blogs, ({ languageId: language, userId }, query) =>
      listOfUser(userId, query, { live, language })
    )
  }
}

export default languages
