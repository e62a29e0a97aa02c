/** Posts of a blog: single posts and inserts (docs/spec.md, section 4, endpoints 8 to 10). */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { collaborators } from '../db/collaborators.ts'
import { posts as postQueries, type NewState } from '../db/posts/blog-posts.ts'
import type { TrimmedPost } from '../db/posts/lists.ts'
import { BlogPath, PostPath } from '../schemas/paths.ts'
import { NewPost, type NewPostBody } from '../schemas/post-bodies.ts'
import { CurrentPost, ThumbSize, type PostRow } from '../schemas/post.ts'
import { PostVerification, VerificationStatus } from '../schemas/post-verification.ts'
import { isVisible } from './blog-post-lists.ts'
import { creatorCheck } from './shared/creator.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'
import { writes } from './shared/writes.ts'

const blogPosts: Family = async (app, { module }) => {
  const { find } = postQueries(app.sql)
  const { insert: insertPost } = postQueries(app.writes)
  const { create } = writes(app.sql)
  const checkCreator = creatorCheck(app.sql)
  const { find: findCollaborator } = collaborators(app.sql)
  const path = `/${module}/Blog/:blogId/Post`

  // The service does not verify posts yet, so there are no verifications to load.
  app.follow(PostVerification, async () => [])
  app.follow(VerificationStatus, async () => [])

  app.get(
    `${path}/:postId`,
    {
      schema: { params: PostPath, querystring: Type.Object(ThumbSize), response: { 200: CurrentPost } }
    },
    async ({ params: { blogId, postId }, query, context: { viewer } }) => {
      const post = await find(blogId, postId)
      const visiblePost = post !== undefined && isVisible(post, viewer) ? post : undefined
      return withAuthorImageSize(orNotFound(visiblePost, `post ${postId} in blog ${blogId}`), query)
    }
  )

  const insert = async (request: FastifyRequest, blogId: number, body: NewPostBody, state: NewState) => {
    const { Id: userId } = request.user
    const creator = body.Creator ?? userId
    return create<PostRow | TrimmedPost>(request, {
      check: async () => {
        const isForOtherUser = creator !== userId || (await isOtherUser(body.Author, userId))
        // The routes that publish have checked the rule `publisher` already.
        if (isForOtherUser && state !== 'published') await app.authorization.require(request, 'publisher', blogId)
        if (body.Creator !== undefined) await checkCreator(body)
      },
      insert: (attempt) => insertPost(attempt, blogId, { ...body, Creator: creator }, state),
      read: async (postId) => orNotFound(await find(blogId, postId), `post ${postId} in blog ${blogId}`)
    })
  }

  /** Returns whether an author is another user. Authors that are sources are not users. */
  const isOtherUser = async (author: number | undefined, userId: number) => {
    const collaborator = author === undefined ? undefined : await findCollaborator(author)
    return collaborator?.User !== undefined && collaborator.User !== userId
  }

  const schema = { params: BlogPath, body: NewPost, response: { 201: CurrentPost } }
  for (const [end, who, state, summary] of inserts) {
    app.post(path + end, { config: { who }, schema: { ...schema, summary } }, (request) =>
      insert(request, request.params.blogId, request.body, state)
    )
  }
}

/** For each insert: the end of its path, its rule, the state of the new post, and the summary. */
const inserts = [
  ['', 'member', 'draft', 'Insert a draft'],
  ['/Submit', 'member', 'submitted', 'Insert a draft and hand it in'],
  ['/Publish', 'publisher', 'published', 'Insert a post and publish it'],
  ['/Published', 'publisher', 'published', 'Insert a post and publish it']
] as const

export default blogPosts
