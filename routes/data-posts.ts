/** Posts of all blogs: all, by creator, by author, by source and by source type. */
import { Type, type TObject } from 'typebox'
import { collaborators } from '../db/collaborators.ts'
import { dataPosts as postQueries, type DataPostScope } from '../db/posts/data-posts.ts'
import { sourceTypes } from '../db/source-types.ts'
import { sources } from '../db/sources.ts'
import { users } from '../db/users.ts'
import type { Viewer } from '../plugins/authorization/index.ts'
import { CollaboratorPath } from '../schemas/collaborator.ts'
import { Listing, PAGE, type ListQuery } from '../schemas/language/paging.ts'
import { DataPost, DataPostCriteria, DataPostList, DataPostPath, DeletedDataPost, ThumbSize } from '../schemas/post.ts'
import { SourceTypePath } from '../schemas/source-type.ts'
import { SourcePath } from '../schemas/source.ts'
import { UserPath } from '../schemas/user.ts'
import { visibleState } from './blog-posts.ts'
import { below, orNotFound, idsOf, type Family } from './shared/family.ts'
import { withAuthorImageSize } from './shared/thumbnails.ts'

const dataPosts: Family = async (app) => {
  const posts = postQueries(app.sql)
  const { exists: userExists } = users(app.sql)
  const { exists: collaboratorExists } = collaborators(app.sql)
  const { exists: sourceExists } = sources(app.sql)
  const { exists: sourceTypeExists } = sourceTypes(app.sql)
  const listing = <P extends TObject>(params: P) => ({
    schema: { params, querystring: Listing(DataPostCriteria, PAGE, ThumbSize), response: { 200: DataPostList } }
  })

  app.follow(
    DataPost,
    async (
      references,
      {
        context: {
          viewer: { drafts }
        },
        query
      }
    ) =>
      (await posts.load(idsOf(references)))
        .filter(({ IsPublished }) => drafts || IsPublished)
        .map((post) => withAuthorImageSize(post, query))
  )
  for (const [end, state] of [
    ['', 'all'],
    ['/Published', 'published'],
    ['/Unpublished', 'unpublished']
  ] as const) {
    const list = (query: ListQuery, viewer: Viewer, scope: DataPostScope) =>
      posts.list(visibleState(state, viewer), query, scope)

    app.get(`/Data/Post${end}`, listing(Type.Object({})), ({ query, context: { viewer } }) => list(query, viewer, {}))
    app.get(`/HR/User/:userId/Post${end}`, listing(UserPath), ({ params: { userId }, query, context: { viewer } }) =>
      below(userExists(userId), `user ${userId}`, () => list(query, viewer, { creator: userId }))
    )
    app.get(
      `/HR/User/:userId/Collaborator/:collaboratorId/Post${end}`,
      listing(UserCollaboratorPath),
      ({ params: { userId, collaboratorId }, query, context: { viewer } }) =>
        below(userExists(userId), `user ${userId}`, () =>
          below(collaboratorExists(collaboratorId), `collaborator ${collaboratorId}`, () =>
            list(query, viewer, { creator: userId, author: collaboratorId })
          )
        )
    )
    app.get(
      `/Data/Collaborator/:collaboratorId/Post${end}`,
      listing(CollaboratorPath),
      ({ params: { collaboratorId }, query, context: { viewer } }) =>
        below(collaboratorExists(collaboratorId), `collaborator ${collaboratorId}`, () =>
          list(query, viewer, { author: collaboratorId })
        )
    )
    app.get(
      `/Data/Source/:sourceId/Post${end}`,
      listing(SourcePath),
      ({ params: { sourceId }, query, context: { viewer } }) =>
        below(sourceExists(sourceId), `source ${sourceId}`, () => list(query, viewer, { source: sourceId }))
    )
    app.get(
      `/Data/SourceType/:key/Post${end}`,
      listing(SourceTypePath),
      ({ params: { key }, query, context: { viewer } }) =>
        below(sourceTypeExists(key), `source type ${key}`, () => list(query, viewer, { sourceType: key }))
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

const UserCollaboratorPath = Type.Object({ ...UserPath.properties, ...CollaboratorPath.properties })

export default dataPosts
