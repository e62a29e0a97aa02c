/** Posts of all blogs: all, by creator, by author, by source and by source type. */
import { Type } from 'typebox'
import { dataPosts as postQueries, type DataPostScope } from '../db/posts/data-posts.ts'
import { DataPost, DataPosts, DeletedDataPost } from '../schemas/data-post.ts'
import { Path, type Keys } from '../schemas/paths.ts'
import { ThumbSize } from '../schemas/post.ts'
import { listStateOf, visibleState } from './blog-post-lists.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'

const dataPosts: Family = async (app) => {
  const posts = postQueries(app.sql)

  app.follow(DataPost, async (references, { context: { viewer }, query }) =>
    (await posts.load(references, listStateOf(references)))
      .filter(({ IsPublished }) => viewer.drafts || IsPublished)
      .map((post) => withAuthorImageSize(post, query))
  )
  for (const [end, state] of lists) {
    for (const path of paths) {
      list(app, `${path}/Post${end}`, DataPosts, async (keys, query, { context: { viewer } }) =>
        posts.list(visibleState(state, viewer), query, scopeOf(keys))
      )
    }
  }

  app.get(
    '/Data/Post/:postId',
    {
      schema: {
        params: Type.Pick(Path, ['postId']),
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

/** For each list: the end of its path, and the state of its posts. */
const lists = [
  ['', 'all'],
  ['/Published', 'published'],
  ['/Unpublished', 'unpublished']
] as const

/** The paths of the items that lists are below. */
const paths = [
  '/Data',
  '/HR/User/:userId',
  '/HR/User/:userId/Collaborator/:collaboratorId',
  '/Data/Collaborator/:collaboratorId',
  '/Data/Source/:sourceId',
  '/Data/SourceType/:key'
] as const

const scopeOf = ({ userId, collaboratorId, sourceId, key }: Partial<Keys<(typeof paths)[number]>>): DataPostScope => ({
  creator: userId,
  author: collaboratorId,
  source: sourceId,
  sourceType: key
})

export default dataPosts
