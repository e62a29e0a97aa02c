/** Template posts of a blog type. */
import { httpErrors } from '@fastify/sensible'
import { blogTypes } from '../db/lookups.ts'
import { records } from '../db/records.ts'
import { templatePosts as queries } from '../db/template-posts.ts'
import { membersOf } from '../schemas/language/rows.ts'
import { Listing } from '../schemas/language/paging.ts'
import { PostMoveQuery } from '../schemas/post.ts'
import { TemplatePostMovePath, TemplatePosts, TemplatePostsOfTypePath } from '../schemas/template-post.ts'
import { creatorCheck } from './shared/creator.ts'
import { edit } from './shared/editable.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const templatePosts: Family = async (app, { module }) => {
  const { find, findBy, load, listOfBlogType } = queries(app.sql)
  const { move } = queries(app.writes)
  const access = { who: 'editor' } as const
  const { model } = TemplatePosts
  const { exists } = blogTypes(app.sql)
  const checkCreator = creatorCheck(app.sql)
  const path = `/${module}/BlogType/:blogTypeId` as const

  app.follow(model, (references) => load(idsOf(references)))
  list(app, `${path}/Post`, TemplatePosts, ({ blogTypeId }, query) => listOfBlogType(blogTypeId, query))
  app.get(
    `${path}/PostType/:key/Post`,
    {
      schema: {
        params: TemplatePostsOfTypePath,
        querystring: Listing(TemplatePosts.criteria),
        response: { 200: TemplatePosts.list }
      }
    },
    ({ params: { blogTypeId, key }, query }) =>
      below(exists(blogTypeId), `blog type ${blogTypeId}`, () => listOfBlogType(blogTypeId, query, key))
  )
  app.get(
    `${path}/Post/:templatePostId`,
    { schema: { params: TemplatePosts.params, response: { 200: model } } },
    async ({ params: { blogTypeId, templatePostId } }) =>
      orNotFound(await find(blogTypeId, templatePostId), `template post ${templatePostId} of blog type ${blogTypeId}`)
  )

  edit(app, {
    ...TemplatePosts,
    itemName: 'template post',
    path: `${path}/Post`,
    queries: { findBy },
    writes: records(app.writes, 'template_posts'),
    access,
    serverValues: ({ params, user }) => ({ BlogType: Number(membersOf(params).blogTypeId), Creator: user.Id }),
    check: (body, request) => {
      const blogTypeId = Number(membersOf(request.params).blogTypeId)
      return below(exists(blogTypeId), `blog type ${blogTypeId}`, () => checkCreator(body))
    },
    keyOf: ({ blogTypeId, templatePostId }) => ({ BlogType: Number(blogTypeId), Id: Number(templatePostId) })
  })
  app.put(
    `${path}/Post/:templatePostId/Post/:referenceId/Reorder`,
    {
      config: access,
      schema: { params: TemplatePostMovePath, querystring: PostMoveQuery, response: { 200: model } }
    },
    async ({ params: { blogTypeId, templatePostId, referenceId }, query: { before: above } }) => {
      const read = async (id: number) =>
        orNotFound(await find(blogTypeId, id), `template post ${id} of blog type ${blogTypeId}`)
      await read(templatePostId)
      await read(referenceId)
      if (referenceId === templatePostId) throw httpErrors.conflict('A post cannot be moved next to itself')
      await move({ BlogType: blogTypeId, Id: templatePostId }, { reference: referenceId, above })
      return read(templatePostId)
    }
  )
}

export default templatePosts
