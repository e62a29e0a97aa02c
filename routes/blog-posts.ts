/** Posts of a blog: reading, following and inserting them (spec 4, endpoints 6 to 10). */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { blogTag } from '../db/changes.ts'
import { collaborators } from '../db/collaborators.ts'
import { idempotencyKeys } from '../db/idempotency-keys.ts'
import { postChanges } from '../db/posts/changes.ts'
import { posts as postQueries, type PostPage, type PostScope, type PostState } from '../db/posts/blog-posts.ts'
import { postEdits } from '../db/posts/edits.ts'
import { users } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { refusedProperty } from '../plugins/faults/refusals.ts'
import type { Row } from '../plugins/resources/representation/template.ts'
import { BlogPath } from '../schemas/blog.ts'
import {
  LeftPost,
  NewPost,
  Post,
  PostList,
  PostListing,
  PostPath,
  PostVerification,
  Stream,
  ThumbSize,
  VerificationStatus,
  type NewPostBody
} from '../schemas/post.ts'
import { Id, Key } from '../schemas/language/vocabulary.ts'
import { attemptOf } from './shared/attempt.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withSizedImage } from './shared/thumbnails.ts'

const Query = PostListing(ThumbSize)
const FollowQuery = PostListing({ ...ThumbSize, ...Stream })

const blogPosts: Family = async (app, { module }) => {
  const posts = postQueries(app.sql)
  const { insert: insertPost } = postQueries(app.writes)
  const { find: findPost } = postEdits(app.sql)
  const { madeBy } = idempotencyKeys(app.sql)
  const { list: listChanged } = postChanges(app.sql)
  const { find: findUser } = users(app.sql)
  const { find: findCollaborator } = collaborators(app.sql)
  const path = `/${module}/Blog/:blogId/Post`

  app.follow(Post, async (references, { context: { viewer }, query }) =>
    (await posts.load(references.flatMap(listed)))
      .filter((post) => 'Trimmed' in post || isVisible(post, viewer))
      .map((post) => withSizedImage(post, query))
  )
  // Nothing is verified here yet, so no post links to a verification.
  app.follow(PostVerification, async () => [])
  app.follow(VerificationStatus, async () => [])

  // The list that readers follow: by polling for what is new, or as a stream.
  app.get(
    `${path}/Published`,
    {
      config: { streams: true },
      schema: { params: BlogPath, querystring: FollowQuery, response: { 200: PostList } }
    },
    async (request, reply) => {
      const {
        params: { blogId },
        query,
        context: { streamed }
      } = request
      if (!streamed) return current(orNotFound(await posts.list(blogId, 'published', query), `blog ${blogId}`))
      const topic = {
        tag: blogTag(blogId),
        read: (since: number | undefined, limit: number) => listChanged(blogId, since, limit)
      }
      orNotFound((await app.stream(request, reply, topic)) || undefined, `blog ${blogId}`)
      return reply
    }
  )

  for (const [ids, Path] of prefixes(module)) {
    for (const [address, state, scope] of lists.filter(
      ([address]) => ids !== `/${module}/Blog/:blogId` || address !== '/Published'
    )) {
      app.get(
        `${ids}/Post${address}`,
        { schema: { params: Path, querystring: Query, response: { 200: PostList } } },
        async ({ params: { blogId, ...narrowing }, query, context: { viewer } }) =>
          current(
            orNotFound(
              await posts.list(blogId, visible(state, viewer), query, { ...scope, ...narrowing }),
              `blog ${blogId}`
            )
          )
      )
    }
  }

  app.get(
    `${path}/:postId`,
    {
      schema: { params: PostPath, querystring: Type.Object(ThumbSize), response: { 200: Type.Union([Post, LeftPost]) } }
    },
    async ({ params: { blogId, postId }, query, context: { viewer } }) => {
      const post = await posts.find(blogId, postId)
      const shown = post !== undefined && isVisible(post, viewer) ? post : undefined
      return withSizedImage(orNotFound(shown, `post ${postId} in blog ${blogId}`), query)
    }
  )

  const insert = async (request: FastifyRequest, blogId: number, body: NewPostBody, publish: boolean) => {
    const {
      user: { Id: userId }
    } = request
    const attempt = attemptOf(request)
    const made = await madeBy(attempt)
    if (made !== undefined) return orNotFound(await findPost(blogId, made), `post ${made} in blog ${blogId}`)
    const creator = body.Creator ?? userId
    const isForOthers = creator !== userId || (await isSomebodyElse(body.Author, userId))
    // Publishing has let only publishers pass already.
    if (isForOthers && !publish) await app.authorization.require(request, 'publisher', blogId)
    if (creator !== userId && !(await findUser(creator))?.Active) {
      throw refusedProperty('Creator', 'is not the id of an active user')
    }
    return insertPost(attempt, blogId, { ...body, Creator: creator }, publish)
  }

  /** Whether an author is a person other than the user; sources are nobody. */
  const isSomebodyElse = async (author: number | undefined, userId: number) => {
    const collaborator = author === undefined ? undefined : await findCollaborator(author)
    return collaborator?.User !== undefined && collaborator.User !== userId
  }

  const inserting = { params: BlogPath, body: NewPost, response: { 201: Post } }
  app.post(path, { config: { who: 'member' }, schema: inserting }, (request) =>
    insert(request, request.params.blogId, request.body, false)
  )
  for (const end of ['Publish', 'Published']) {
    app.post(`${path}/${end}`, { config: { who: 'publisher' }, schema: inserting }, (request) =>
      insert(request, request.params.blogId, request.body, true)
    )
  }
}

/**
 * A page whose reader follows change numbers that this blog has given.
 * @throws HttpError 410 when it does not
 */
export const current = (page: PostPage): PostPage => {
  if (!page.isAhead) return page
  throw httpErrors.createError(
    410,
    'cId.since is beyond the newest change of this blog; read the list again without it',
    {
      errors: [{ place: 'cId.since', reason: 'is beyond the newest change of this blog' }],
      problem: 'cursor-gone'
    }
  )
}

/** What may stand between a blog and its posts, in this order and in any combination. */
const filters = [
  ['PostType/:type', { type: Key('Key of the post type') }],
  ['User/:creator', { creator: Id('User who inserted the posts') }],
  ['Collaborator/:author', { author: Id('Collaborator who wrote the posts') }]
] as const

/** The addresses below which a blog's posts are listed, with their path parameters. */
const prefixes = (module: string) =>
  filters
    .reduce<{ path: string; params: TProperties }[]>(
      (before, [segment, params]) => [
        ...before,
        ...before.map((prefix) => ({ path: `${prefix.path}/${segment}`, params: { ...prefix.params, ...params } }))
      ],
      [{ path: `/${module}/Blog/:blogId`, params: BlogPath.properties }]
    )
    .map(({ path, params }) => [path, Type.Unsafe<{ blogId: number } & PostScope>(Type.Object(params))] as const)

/** A reference to a post as the list that made it knew it. */
const listed = ({ Id, Trimmed }: Row) => (typeof Id === 'number' ? [{ Id, Trimmed: Trimmed === true }] : [])

/** Whether a reader may see a post. */
const isVisible = ({ IsPublished }: { IsPublished: boolean }, { drafts }: Viewer) => drafts || IsPublished

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
  if (state === 'unpublished') {
    throw httpErrors.unauthorized('Drafts are not public here; send a session token in the Authorization header')
  }
  return 'published'
}

export default blogPosts
