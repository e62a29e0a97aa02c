/** Addresses of the index, and of blog and user documents, whose content is still to come: honest empty lists. */
import { blogTypes } from '../db/blog-types.ts'
import { blogs } from '../db/blogs.ts'
import { languages } from '../db/languages.ts'
import { users } from '../db/users.ts'
import { BlogTypePath } from '../schemas/blog-type.ts'
import { BlogPath } from '../schemas/blog.ts'
import { LanguagePath } from '../schemas/language.ts'
import { Paging } from '../schemas/paging.ts'
import { ActionList, TemplatePostList, URLInfo, pending as lists, pendingOfBlog, pendingOfLanguage } from '../schemas/pending.ts'
import { UserPath } from '../schemas/user.ts'
import { below, type Family } from './family.ts'

const pending: Family = async (app, { module }) => {
  for (const [path, list] of Object.entries(lists)) {
    app.get(`/${path.replace('{Module}', module)}`, { schema: { querystring: Paging(), response: { 200: list } } }, async ({ query }) => empty(query))
  }
  app.get('/Tool/URLInfo', { schema: { response: { 200: URLInfo } } }, async () => ({}))

  const { exists: blogExists } = blogs(app.sql)
  for (const [path, list] of Object.entries(pendingOfBlog)) {
    app.get(`/${module}/Blog/:blogId/${path}`, { schema: { params: BlogPath, querystring: Paging(), response: { 200: list } } },
      ({ params: { blogId }, query }) => below(blogExists(blogId), `blog ${blogId}`, async () => empty(query)))
  }
  const { exists: languageExists } = languages(app.sql)
  for (const [path, list] of Object.entries(pendingOfLanguage)) {
    app.get(`/Localization/Language/:languageId/${path}`, { schema: { params: LanguagePath, querystring: Paging(), response: { 200: list } } },
      ({ params: { languageId }, query }) => below(languageExists(languageId), `language ${languageId}`, async () => empty(query)))
  }
  app.get('/HR/User/:userId/Action', { schema: { params: UserPath, querystring: Paging(), response: { 200: ActionList } } },
    ({ params: { userId }, query }) => below(users(app.sql).exists(userId), `user ${userId}`, async () => empty(query)))
  app.get(`/${module}/BlogType/:blogTypeId/Post`, { schema: { params: BlogTypePath, querystring: Paging(), response: { 200: TemplatePostList } } },
    ({ params: { blogTypeId }, query }) => below(blogTypes(app.sql).exists(blogTypeId), `blog type ${blogTypeId}`, async () => empty(query)))
}

const empty = ({ offset, detailed }: Paging) => ({ ...detailed && { total: 0, limit: 0, offset }, items: [] })

export default pending
