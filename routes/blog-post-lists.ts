/** Lists of a blog's posts, and streams of their changes (docs/spec.md, section 4, endpoints 6 to 8). */
import { httpErrors } from '@fastify/sensible'
import { Type, type TProperties } from 'typebox'
import { blogCollaboratorGroups } from '../db/blog-collaborator-groups.ts'
import { blogTag } from '../db/changes.ts'
import { posts as postQueries, type PostPage } from '../db/posts/blog-posts.ts'
import type { PostScope } from '../db/posts/lists.ts'
import { POST_STATES, type PostState } from '../db/posts/states.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { membersOf, type Row } from '../schemas/language/rows.ts'
import { Id, Key } from '../schemas/language/vocabulary.ts'
import { BlogPath } from '../schemas/paths.ts'
import { Post, PostList, PostListing, Stream, ThumbSize } from '../schemas/post.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'

const Query = PostListing(ThumbSize)
const FollowQuery = PostListing({ ...ThumbSize, ...Stream })

const blogPostLists: Family = async (app, { module }) => {
  const posts = postQueries(app.sql)
  const { findBy: findGroup } = blogCollaboratorGroups(app.sql)

  app.follow(Post, async (references, { context: { viewer }, query }) => {
    const loaded = await posts.load(references.flatMap(referencesIn), listStateOf(references))
    const visible = loaded.filter((post) => 'Trimmed' in post || isVisible(post, viewer))
    const { thumbSize } = membersOf(query)
    return thumbSize === undefined ? visible : visible.map((post) => withAuthorImageSize(post, query))
  })

  for (const { path, state, scopeParams, comments, streams = false } of lists) {
    const params = Type.Unsafe<{ blogId: number } & PostScope>(Type.Object({ ...BlogPath.properties, ...scopeParams }))
    app.get(
      `/${module}/Blog/:blogId/${path}`,
      {
        config: { streams },
        schema: { params, querystring: streams ? FollowQuery : Query, response: { 200: PostList } }
      },
      async (request, reply) => {
        const {
          params: { blogId, ...scope },
          query,
          context: { viewer, streamed }
        } = request
        if (streamed) {
          // A stream that leaves out drafts is that of the published posts.
          if (state !== 'published') requireDrafts(viewer)
          const topic = {
            tag: blogTag(blogId),
            read: (since: number | undefined, limit: number) => posts.listChanges(blogId, state, since, limit)
          }
          orNotFound(await app.stream(request, reply, topic), `blog ${blogId}`)
          return reply
        }
        const { group } = scope
        if (group !== undefined) {
          orNotFound(await findGroup({ Id: group, Blog: blogId }), `group ${group} of blog ${blogId}`)
        }
        const page = await posts.list(blogId, visibleState(state, viewer), query, {
          ...scope,
          ...(comments && { comments })
        })
        return withValidCursor(orNotFound(page, `blog ${blogId}`))
      }
    )
  }
}

/**
 * Returns the page unless the client's cursor is beyond the newest change of the blog, as after a database was
 * restored.
 * @throws HttpError 410
 */
const withValidCursor = (page: PostPage): PostPage => {
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

/** A list of posts of a blog. */
interface List {
  /** The end of its path, after that of the blog. */
  readonly path: string
  /** The state of its posts. */
  readonly state: PostState
  /** Further parameters of its path, which are its scope. */
  readonly scopeParams: TProperties
  /** Whether it only has posts that readers wrote. */
  readonly comments?: boolean
  /** Whether programs that poll the list for changes can read it as a stream. */
  readonly streams?: boolean
}

const type = { type: Key('Key of the post type') }
const creator = { creator: Id('User who inserted the posts') }
const author = { author: Id('Collaborator who wrote the posts') }
const group = { group: Id('Group of members who wrote the posts') }
const chain = { chain: Key('Key of the type of the blog’s sources that the posts come from') }

/** Optional path segments between a blog and its posts, in this order and in any combination. */
const prefixes = [
  ['PostType/:type/', type],
  ['User/:creator/', creator],
  ['Collaborator/:author/', author]
] as const

const lists: readonly List[] = [
  ...prefixes
    .reduce<readonly { path: string; scopeParams: TProperties }[]>(
      (all, [segment, params]) => [
        ...all,
        ...all.map(({ path, scopeParams }) => ({ path: path + segment, scopeParams: { ...scopeParams, ...params } }))
      ],
      [{ path: '', scopeParams: {} }]
    )
    .flatMap(({ path, scopeParams }): List[] => [
      { path: `${path}Post`, state: 'all', scopeParams, streams: path === '' },
      { path: `${path}Post/Published`, state: 'published', scopeParams, streams: path === '' },
      { path: `${path}Post/Unpublished`, state: 'unpublished', scopeParams },
      { path: `${path}Post/Comment`, state: 'all', scopeParams, comments: true }
    ]),
  { path: 'Post/Submitted', state: 'submitted', scopeParams: {} },
  { path: 'Post/Scheduled', state: 'scheduled', scopeParams: {} },
  { path: 'SourceType/:chain/Post/Chain', state: 'all', scopeParams: chain },
  { path: 'User/:creator/Post/Owned', state: 'all', scopeParams: creator },
  { path: 'User/:creator/PostType/:type/Post/Owned', state: 'all', scopeParams: { ...creator, ...type } },
  ...['', 'PostType/:type/', 'Collaborator/:author/', 'PostType/:type/Collaborator/:author/'].map((filter): List => ({
    path: `BlogCollaboratorGroup/:group/${filter}Post/GroupUnpublished`,
    state: 'unpublished',
    scopeParams: {
      ...group,
      ...(filter.includes(':type') && type),
      ...(filter.includes(':author') && author)
    }
  }))
]

/** Returns a reference to a post as the query needs it, with whether its list showed only the trimmed post. */
const referencesIn = ({ Id, Trimmed }: Row) => (typeof Id === 'number' ? [{ Id, Trimmed: Trimmed === true }] : [])

/** Returns the state of the posts in the list that has these references; `all` if no list has them, but links. */
export const listStateOf = ([reference]: readonly Row[]): PostState =>
  POST_STATES.find((state) => state === reference?.State) ?? 'all'

export const isVisible = ({ IsPublished }: { IsPublished: boolean }, { drafts }: Viewer) => drafts || IsPublished

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

export default blogPostLists
