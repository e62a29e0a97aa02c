/** Template posts of a blog type. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { records } from '../db/records.ts'
import { templatePosts as queries } from '../db/template-posts.ts'
import { membersOf } from '../schemas/language/rows.ts'
import { Path } from '../schemas/paths.ts'
import { PostMoveQuery } from '../schemas/post.ts'
import { TemplatePosts } from '../schemas/template-post.ts'
import { creatorCheck } from './shared/creator.ts'
import { readAndEdit } from './shared/editable.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const templatePosts: Family = async (app, { module }) => {
  const { findBy, list: listAll } = queries(app.sql)
  const { move } = queries(app.writes)
  const access = { who: 'editor' } as const
  const ofBlogType = `/${module}/BlogType/:blogTypeId` as const
  const path = `${ofBlogType}/Post/:templatePostId`

  list(
    app,
    `${ofBlogType}/PostType/:key/Post`,
    TemplatePosts,
    ({ blogTypeId: BlogType, key: Type }, query) => listAll(query, { BlogType, Type }),
    { key: undefined }
  )
  readAndEdit(app, {
    ...TemplatePosts,
    itemName: 'template post',
    path,
    queries: queries(app.sql),
    writes: records(app.writes, 'template_posts'),
    summaries: { POST: 'Insert a template post', PUT: 'Change a template post', DELETE: 'Delete a template post' },
    access,
    serverValues: ({ params, user }) => ({ BlogType: Number(membersOf(params).blogTypeId), Creator: user.Id }),
    check: creatorCheck(app.sql)
  })
  app.put(
    `${path}/Post/:referenceId/Reorder`,
    {
      config: access,
      schema: {
        summary: 'Move a template post next to another one',
        params: Type.Pick(Path, ['blogTypeId', 'templatePostId', 'referenceId']),
        querystring: PostMoveQuery,
        response: { 200: TemplatePosts.model }
      }
    },
    async ({ params: { blogTypeId: BlogType, templatePostId, referenceId }, query: { before: above } }) => {
      const read = async (Id: number) =>
        orNotFound(await findBy({ BlogType, Id }), `template post ${Id} of blog type ${BlogType}`)
      await read(templatePostId)
      await read(referenceId)
      if (referenceId === templatePostId) throw httpErrors.conflict('A post cannot be moved next to itself')
      await move(BlogType, templatePostId, { reference: referenceId, above })
      return read(templatePostId)
    }
  )
}

export default templatePosts
