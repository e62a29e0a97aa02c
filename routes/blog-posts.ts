/** Posts of a blog: lists, streams, single posts and inserts (docs/spec.md, section 4, endpoints 6 to 10). */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { blogTag } from '../db/changes.ts'
import { collaborators } from '../db/collaborators.ts'
import { posts as postQueries, type NewState, type PostPage } from '../db/posts/blog-posts.ts'
import type { PostScope } from '../db/posts/lists.ts'
import { POST_STATES, type PostState } from '../db/posts/states.ts'
import { postEdits } from '../db/posts/edits.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { BlogPath } from '../schemas/blog.ts'
import { NewPost, type NewPostBody } from '../schemas/post-bodies.ts'
import { LeftPost, Post, PostList, PostListing, PostPath, Stream, ThumbSize } from '../schemas/post.ts'
import { PostVerification, VerificationStatus } from '../schemas/post-verification.ts'
import { Id, Key } from '../schemas/language/vocabulary.ts'
import { creatorCheck } from './shared/creator.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'
import { writes } from './shared/writes.ts'

const Query = PostListing(ThumbSize)
const FollowQuery = PostListing({ ...ThumbSize, ...Stream })

const blogPosts: Family = async (app, { module }) => {
  const posts = postQueries(app.sql)
  const { insert: insertPost } = postQueries(app.writes)
  const { find: findPost } = postEdits(app.sql)
  const { create } = writes(app.sql)
  const checkCreator = creatorCheck(app.sql)
  const { find: findCollaborator } = collaborators(app.sql)
  const path = `/${module}/Blog/:blogId/Post`

  app.follow(Post, async (references, { context: { viewer }, query }) => {
    const loaded = await posts.load(references.flatMap(referencesIn), listStateOf(references))
    const visible = loaded.filter((post) => 'Trimmed' in post || isVisible(post, viewer))
    const { thumbSize } = membersOf(query)
    return thumbSize === undefined ? visible : visible.map((post) => withAuthorImageSize(post, query))
  })
  // The service does not verify posts yet, so there are no verifications to load.
  app.follow(PostVerification, async () => [])
  app.follow(VerificationStatus, async () => [])

  for (const [prefix, params] of prefixes(module)) {
    for (const [end, state, scope] of lists) {
      // Programs that poll these lists for changes can read them as streams.
      const streams = `${prefix}/Post` === path && STREAMED.has(end)
      app.get(
        `${prefix}/Post${end}`,
        {
          config: { streams },
          schema: { params, querystring: streams ? FollowQuery : Query, response: { 200: PostList } }
        },
        async (request, reply) => {
          const {
            params: { blogId, ...pathScope },
            query,
            context: { viewer, streamed }
          } = request
          if (!streamed) {
            const page = await posts.list(blogId, visibleState(state, viewer), query, { ...scope, ...pathScope })
            return withValidCursor(orNotFound(page, `blog ${blogId}`))
          }
          // A stream that leaves out drafts is that of the published posts.
          if (state !== 'published') requireDrafts(viewer)
          const topic = {
            tag: blogTag(blogId),
            read: (since: number | undefined, limit: number) => posts.listChanges(blogId, state, since, limit)
          }
          orNotFound((await app.stream(request, reply, topic)) || undefined, `blog ${blogId}`)
          return reply
        }
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
      const visiblePost = post !== undefined && isVisible(post, viewer) ? post : undefined
      return withAuthorImageSize(orNotFound(visiblePost, `post ${postId} in blog ${blogId}`), query)
    }
  )

  const insert = async (request: FastifyRequest, blogId: number, body: NewPostBody, state: NewState) => {
    const { Id: userId } = request.user
    const creator = body.Creator ?? userId
    return create(request, {
      check: async () => {
        const isForOtherUser = creator !== userId || (await isOtherUser(body.Author, userId))
        // The routes that publish have checked the rule `publisher` already.
        if (isForOtherUser && state !== 'published') await app.authorization.require(request, 'publisher', blogId)
        if (body.Creator !== undefined) await checkCreator(body)
      },
      insert: (attempt) => insertPost(attempt, blogId, { ...body, Creator: creator }, state),
      read: async (postId) => orNotFound(await findPost(blogId, postId), `post ${postId} in blog ${blogId}`)
    })
  }

  /** Returns whether an author is another user. Authors that are sources are not users. */
  const isOtherUser = async (author: number | undefined, userId: number) => {
    const collaborator = author === undefined ? undefined : await findCollaborator(author)
    return collaborator?.User !== undefined && collaborator.User !== userId
  }

  const insertSchema = { params: BlogPath, body: NewPost, response: { 201: Post } }
  for (const [end, who, state] of inserts) {
    app.post(path + end, { config: { who }, schema: insertSchema }, (request) =>
      insert(request, request.params.blogId, request.body, state)
    )
  }
}

/**
 * Returns the page unless the client's cursor is beyond the newest change of the blog, as after a database was
 * restored.
 * @throws HttpError 410
 */
export const withValidCursor = (page: PostPage): PostPage => {
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

/** Optional path segments between a blog and its posts, in this order and in any combination. */
const filters = [
  ['PostType/:type', { type: Key('Key of the post type') }],
  ['User/:creator', { creator: Id('User who inserted the posts') }],
  ['Collaborator/:author', { author: Id('Collaborator who wrote the posts') }]
] as const

/** Returns the paths below which lists of a blog's posts are, with their path parameters. */
const prefixes = (module: string) =>
  filters
    .reduce<{ path: string; params: TProperties }[]>(
      (paths, [segment, params]) => [
        ...paths,
        ...paths.map((prefix) => ({ path: `${prefix.path}/${segment}`, params: { ...prefix.params, ...params } }))
      ],
      [{ path: `/${module}/Blog/:blogId`, params: BlogPath.properties }]
    )
    .map(({ path, params }) => [path, Type.Unsafe<{ blogId: number } & PostScope>(Type.Object(params))] as const)

/** Returns a reference to a post as the query needs it, with whether its list showed only the trimmed post. */
const referencesIn = ({ Id, Trimmed }: Row) => (typeof Id === 'number' ? [{ Id, Trimmed: Trimmed === true }] : [])

/** Returns the state of the posts in the list that has these references; `all` if no list has them, but links. */
export const listStateOf = ([reference]: readonly Row[]): PostState =>
  POST_STATES.find((state) => state === reference?.State) ?? 'all'

const isVisible = ({ IsPublished }: { IsPublished: boolean }, { drafts }: Viewer) => drafts || IsPublished

/** For each insert: the end of its path, its rule, and the state of the new post. */
const inserts = [
  ['', 'member', 'draft'],
  ['/Submit', 'member', 'submitted'],
  ['/Publish', 'publisher', 'published'],
  ['/Published', 'publisher', 'published']
] as const

/** For each list: the end of its path, the state of its posts, and further conditions. */
const lists: readonly [string, PostState, PostScope][] = [
  ['', 'all', {}],
  ['/Published', 'published', {}],
  ['/Unpublished', 'unpublished', {}],
  ['/Comment', 'all', { comments: true }]
]
/** The lists of a whole blog that can be read as streams, by the end of their paths. */
const STREAMED: ReadonlySet<string> = new Set(['', '/Published'])

/** @throws HttpError 401 if the viewer may not see drafts */
const requireDrafts = ({ drafts }: Viewer) => {
  if (drafts) return
  throw httpErrors.unauthorized('Drafts are not public here; send a session token in the Authorization header')
}

/**
 * Returns the state of the posts that a viewer may see in a list.
 * @throws HttpError 401 for a list of drafts if the viewer may not see drafts
 */
export const visibleState = (state: PostState, viewer: Viewer): PostState => {
  if (state !== 'all' && state !== 'published') requireDrafts(viewer)
  return viewer.drafts ? state : 'published'
}

export default blogPosts
