/** Routes that correct, move and delete posts of a blog. */
import { httpErrors } from '@fastify/sensible'
import { postEdits } from '../db/posts/edits.ts'
import type { Row } from '../schemas/language/rows.ts'
import { DataPostPath } from '../schemas/data-post.ts'
import { EditedPost } from '../schemas/post-bodies.ts'
import { Post, PostMovePath, PostMoveQuery, PostPath } from '../schemas/post.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { ifDeleted, isKept, postChanges, type Operation, type PostKey } from './shared/post-changes.ts'
import type { WriteRequest } from './shared/writes.ts'

const operations = {
  // Otherwise, a member who may not publish could change what an editor has scheduled.
  edit: { who: 'author', refusal: ifDeleted, isTaken: ({ PublishOn }) => PublishOn !== undefined },
  move: { who: 'publisher', refusal: ifDeleted },
  remove: { who: 'author', refusal: () => undefined }
} as const satisfies Readonly<Record<string, Operation>>

const blogPostEdits: Family = async (app, { module }) => {
  const { find, blogOf } = postEdits(app.sql)
  const { change, move } = postEdits(app.writes)
  const alterPost = postChanges(app)
  const path = `/${module}/Blog/:blogId/Post/:postId`

  const keyOf = async (postId: number): Promise<PostKey> => ({
    blogId: orNotFound(await blogOf(postId), `post ${postId} in any blog`),
    postId
  })
  const blogOfPost = async ({ params: { postId } }: { readonly params: Row }) =>
    typeof postId === 'number' ? blogOf(postId) : undefined

  app.put(
    path,
    {
      config: { who: operations.edit.who, applies: isKept },
      schema: { params: PostPath, body: EditedPost, response: { 200: Post } }
    },
    (request) =>
      alterPost(request, request.params, operations.edit, (post, attempt) => change(attempt, post, request.body))
  )
  app.put(
    '/Data/Post/:postId',
    {
      config: { who: operations.edit.who, blogOf: blogOfPost, applies: isKept },
      schema: { params: DataPostPath, body: EditedPost, response: { 200: Post } }
    },
    async (request) =>
      alterPost(request, await keyOf(request.params.postId), operations.edit, (post, attempt) =>
        change(attempt, post, request.body)
      )
  )

  app.put(
    `${path}/Post/:referenceId/Reorder`,
    {
      config: { who: operations.move.who },
      schema: { params: PostMovePath, querystring: PostMoveQuery, response: { 200: Post } }
    },
    async (request) => {
      const {
        params: { blogId, postId, referenceId },
        query: { before: above }
      } = request
      if (referenceId === postId) throw httpErrors.conflict('A post cannot be moved next to itself')
      const reference = await find(blogId, referenceId)
      orNotFound(reference?.DeletedOn === undefined ? reference : undefined, `post ${referenceId} in blog ${blogId}`)
      const position = { reference: referenceId, above }
      return alterPost(request, { blogId, postId }, operations.move, (post) => move(post, position))
    }
  )

  // Deleting a deleted post succeeds and changes nothing, so clients can repeat the request.
  const remove = (request: WriteRequest, key: PostKey) =>
    alterPost(request, key, operations.remove, async (post, attempt) =>
      post.DeletedOn === undefined ? change(attempt, post, { IsDeleted: true }) : post
    )
  const { who } = operations.remove
  app.delete(path, { config: { who, applies: isKept }, schema: { params: PostPath } }, (request) =>
    remove(request, request.params)
  )
  app.delete(
    '/Data/Post/:postId',
    { config: { who, blogOf: blogOfPost, applies: isKept }, schema: { params: DataPostPath } },
    async (request) => remove(request, await keyOf(request.params.postId))
  )
}

export default blogPostEdits
