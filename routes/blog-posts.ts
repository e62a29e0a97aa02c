/** Posts of a blog: reading, following and inserting them (spec 4, endpoints 6 to 10). */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { posts as postQueries, type PostScope, type PostState } from '../db/posts.ts'
import { rights } from '../db/rights.ts'
import { users } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization.ts'
import { BlogPath } from '../schemas/blog.ts'
import { BlogCollaboratorPath } from '../schemas/collaborator.ts'
import { BLOG_PAGE, Paging } from '../schemas/paging.ts'
import { ChangeCriteria, DeletedPost, NewPost, Post, PostList, PostPath, type NewPostBody } from '../schemas/post.ts'
import { found, type Family } from './family.ts'

const Query = Type.Object({ ...Paging(BLOG_PAGE).properties, ...ChangeCriteria }, { additionalProperties: false })

const blogPosts: Family = async (app, { module }) => {
  const posts = postQueries(app.sql)
  const { standing } = rights(app.sql)
  const { find: findUser } = users(app.sql)
  const path = `/${module}/Blog/:blogId/Post`

  for (const [address, state, scope] of lists) {
    app.get(`${path}${address}`, { schema: { params: BlogPath, querystring: Query, response: { 200: PostList } } },
      async ({ params: { blogId }, query, viewer }) => {
        const { offset, limit, detailed, ...changes } = query
        const shown = visible(state, viewer)
        return found(await posts.list(blogId, shown, { offset, limit, detailed }, changes, scope), `blog ${blogId}`)
      })
    app.get(`/${module}/Blog/:blogId/Collaborator/:collaboratorId/Post${address}`,
      { schema: { params: BlogCollaboratorPath, querystring: Query, response: { 200: PostList } } },
      async ({ params: { blogId, collaboratorId }, query, viewer }) => {
        const { offset, limit, detailed, ...changes } = query
        const shown = visible(state, viewer)
        return found(await posts.list(blogId, shown, { offset, limit, detailed }, changes, { ...scope, author: collaboratorId }), `blog ${blogId}`)
      })
  }

  app.get(`${path}/:postId`, { schema: { params: PostPath, response: { 200: Type.Union([Post, DeletedPost]) } } },
    async ({ params: { blogId, postId }, viewer }) => {
      const post = await posts.find(blogId, postId)
      const hidden = post !== undefined && !post.IsPublished && !viewer.drafts
      return found(hidden ? undefined : post, `post ${postId} in blog ${blogId}`)
    })

  const insert = async (userId: number, blogId: number, body: NewPostBody, publish: boolean) => {
    const { IsClosed, MayPost, MayPublish } = found(await standing(userId, blogId), `blog ${blogId}`)
    const creator = body.Creator ?? userId
    if (!MayPost) throw httpErrors.forbidden('Only the creator and the collaborators of this blog may post here')
    if (publish && !MayPublish) throw httpErrors.forbidden('Only the creator and the administrators of this blog may publish here')
    if (creator !== userId && !MayPublish) throw httpErrors.forbidden('Only the creator and the administrators of this blog may post for others')
    if (IsClosed) throw httpErrors.conflict('This blog is closed')
    if (creator !== userId && !(await findUser(creator))?.Active) {
      throw httpErrors.createError(400, 'The body was refused; nothing was stored', {
        errors: [{ place: 'Creator', reason: 'is not the id of an active user' }]
      })
    }
    return posts.insert(blogId, { ...body, Creator: creator }, { publish })
  }

  for (const [address, publish] of [['', false], ['/Publish', true], ['/Published', true]] as const) {
    app.post(`${path}${address}`, {
      onRequest: app.authorize,
      schema: { params: BlogPath, body: NewPost, response: { 201: Post } }
    }, async ({ params: { blogId }, body, user }, reply) => {
      reply.code(201)
      return insert(user.Id, blogId, body, publish)
    })
  }
}

/** The lists of a blog's posts: end of the address, what it shows. */
const lists: readonly [string, PostState, PostScope][] = [
  ['', 'all', {}],
  ['/Published', 'published', {}],
  ['/Unpublished', 'unpublished', {}],
  ['/Comment', 'all', { comments: true }]
]

/**
 * What of a list a reader may see when drafts are closed to the public.
 * @throws HttpError 401 when it would be nothing
 */
export const visible = (state: PostState, { drafts }: Viewer): PostState => {
  if (drafts) return state
  if (state === 'unpublished') throw httpErrors.unauthorized('Drafts are not public here; send a session token in the Authorization header')
  return 'published'
}

export default blogPosts
