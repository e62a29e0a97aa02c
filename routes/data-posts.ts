/** Posts of all blogs: all, by creator, by author, by source and by source type. */
import { Type } from 'typebox'
import { dataPosts as postQueries, type DataPostScope } from '../db/posts/data-posts.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import type { ListQuery } from '../schemas/language/paging.ts'
import { DataPost, DataPostPath, DataPosts, DeletedDataPost } from '../schemas/data-post.ts'
import { ThumbSize } from '../schemas/post.ts'
import { listStateOf, visibleState } from './blog-posts.ts'
import { orNotFound, idsOf, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'

const dataPosts: Family = async (app) => {
  const posts = postQueries(app.sql)

  app.follow(DataPost, async (references, { context: { viewer }, query }) =>
    (await posts.load(idsOf(references), listStateOf(references)))
      .filter(({ IsPublished }) => viewer.drafts || IsPublished)
      .map((post) => withAuthorImageSize(post, query))
  )
  for (const [end, state] of [
    ['', 'all'],
    ['/Published', 'published'],
    ['/Unpublished', 'unpublished']
  ] as const) {
    const page = async (scope: DataPostScope, query: ListQuery, { context: { viewer } }: Viewing) =>
      posts.list(visibleState(state, viewer), query, scope)

    list(app, `/Data/Post${end}`, DataPosts, (_keys, query, request) => page({}, query, request))
    list(app, `/HR/User/:userId/Post${end}`, DataPosts, ({ userId: creator }, query, request) =>
      page({ creator }, query, request)
    )
    list(
      app,
      `/HR/User/:userId/Collaborator/:collaboratorId/Post${end}`,
      DataPosts,
      ({ userId: creator, collaboratorId: author }, query, request) => page({ creator, author }, query, request)
    )
    list(
      app,
      `/Data/Collaborator/:collaboratorId/Post${end}`,
      DataPosts,
      ({ collaboratorId: author }, query, request) => page({ author }, query, request)
    )
    list(app, `/Data/Source/:sourceId/Post${end}`, DataPosts, ({ sourceId: source }, query, request) =>
      page({ source }, query, request)
    )
    list(app, `/Data/SourceType/:key/Post${end}`, DataPosts, ({ key: sourceType }, query, request) =>
      page({ sourceType }, query, request)
    )
  }

  app.get(
    '/Data/Post/:postId',
    {
      schema: {
        params: DataPostPath,
        querystring: Type.Object(ThumbSize),
        response: { 200: Type.Union([DataPost, DeletedDataPost]) }
      }
    },
    async ({ params: { postId }, query, context: { viewer } }) => {
      const post = await posts.find(postId)
      const isHidden = post !== undefined && !post.IsPublished && !viewer.drafts
      return withAuthorImageSize(orNotFound(isHidden ? undefined : post, `post ${postId}`), query)
    }
  )
}

/** The part of a request that decides which posts it shows. */
interface Viewing {
  readonly context: { readonly viewer: Viewer }
}

export default dataPosts
