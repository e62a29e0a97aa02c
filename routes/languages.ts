/** Languages, and the blogs written in each. */
import { blogs } from '../db/blogs.ts'
import { languages as queries } from '../db/languages.ts'
import { BlogList } from '../schemas/blog.ts'
import { Language, LanguageList, LanguagePath } from '../schemas/language.ts'
import { BLOG_PAGE, Paging } from '../schemas/paging.ts'
import { below, found, type Family } from './family.ts'

const languages: Family = async (app) => {
  const { find, exists, list } = queries(app.sql)
  const { listOfLanguage } = blogs(app.sql)
  const path = '/Localization/Language'

  app.get(path, { schema: { querystring: Paging(), response: { 200: LanguageList } } }, ({ query }) => list(query))
  app.get(`${path}/:languageId`, { schema: { params: LanguagePath, response: { 200: Language } } },
    async ({ params: { languageId } }) => found(await find(languageId), `language ${languageId}`))
  for (const [end, live] of [['', false], ['/Live', true]] as const) {
    app.get(`${path}/:languageId/Blog${end}`, { schema: { params: LanguagePath, querystring: Paging(BLOG_PAGE), response: { 200: BlogList } } },
      ({ params: { languageId }, query }) => below(exists(languageId), `language ${languageId}`, () => listOfLanguage(languageId, query, { live })))
  }
}

export default languages
