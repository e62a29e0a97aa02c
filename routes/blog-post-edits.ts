/** Changes posts of blogs, for all routes that do, and the routes that correct, move and delete them. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Attempt } from '../db/records.ts'
import { postEdits, type SeenPost } from '../db/posts/edits.ts'
import { trim, type TrimmedPost } from '../db/posts/lists.ts'
import type { Row } from '../schemas/language/rows.ts'
import { EditedPost } from '../schemas/post-bodies.ts'
import { Path, PostPath } from '../schemas/paths.ts'
import { CurrentPost, PostMoveQuery, type PostRow } from '../schemas/post.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

/** The conditions of an operation on a post. */
export interface Operation {
  /** The rule of the operation. `author` lets authors do it with their own drafts, but needs `publisher` otherwise. */
  readonly who: 'author' | 'publisher'
  /** Returns why the state of a post does not allow the operation, or undefined if it does. */
  readonly refusal: (post: Row) => string | undefined
  /** Returns whether a draft no longer belongs to its author, so that the operation needs `publisher`. */
  readonly isTaken?: (post: Row) => boolean
}

export type PostKey = Static<typeof PostPath>

/** Returns the configuration of an operation's routes: pages offer it for posts whose state allows it. */
export const configOf = ({ who, refusal }: Operation) => ({
  who,
  applies: (post: Row) => refusal(post) === undefined
})

export const ifDeleted = ({ DeletedOn }: Row) => (DeletedOn === undefined ? undefined : 'This post is deleted')

/** Returns the function by which routes change posts. It checks the right of the user and the state of the post. */
export const postChanges = ({ sql, authorization }: FastifyInstance) => {
  const { find } = postEdits(sql)
  const { alter } = writes(sql)
  /** Returns the post, trimmed if it is deleted. @throws HttpError 403, 404, 409 or 412 */
  return async (
    request: WriteRequest,
    { blogId, postId }: PostKey,
    { who, refusal, isTaken = () => false }: Operation,
    run: (post: PostRow & SeenPost, attempt: Attempt) => Promise<PostRow | undefined>
  ): Promise<PostRow | TrimmedPost> => {
    const changed = await alter(request, {
      itemName: 'post',
      read: async () => orNotFound(await find(blogId, postId), `post ${postId} in blog ${blogId}`),
      versionOf: ({ CId }) => CId,
      authorize: async (post) => {
        const isOwnDraft = post.Creator === request.user.Id && !post.IsPublished && !isTaken(post)
        if (who === 'author' && !isOwnDraft) await authorization.require(request, 'publisher', blogId)
      },
      refusal,
      run: (post, version, attempt) => run({ ...post, version }, attempt)
    })
    return changed.DeletedOn === undefined ? changed : trim(changed)
  }
}

// Otherwise, a member who may not publish could change a post that an editor has scheduled.
const edit: Operation = { who: 'author', refusal: ifDeleted, isTaken: ({ PublishOn }) => PublishOn !== undefined }
const reorder: Operation = { who: 'publisher', refusal: ifDeleted }
// Deleting a deleted post succeeds and changes nothing, so clients can repeat the request. Pages do not offer it.
const remove: Operation = { who: 'author', refusal: () => undefined }
const removal = { ...configOf(remove), applies: configOf(edit).applies }

const DataPostPath = Type.Pick(Path, ['postId'])

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

  const schema = { summary: 'Correct a post', body: EditedPost, response: { 200: CurrentPost } }
  app.put(path, { config: configOf(edit), schema: { ...schema, params: PostPath } }, (request) =>
    alterPost(request, request.params, edit, (post, attempt) => change(attempt, post, request.body))
  )
  app.put(
    '/Data/Post/:postId',
    { config: { ...configOf(edit), blogOf: blogOfPost }, schema: { ...schema, params: DataPostPath } },
    async (request) =>
      alterPost(request, await keyOf(request.params.postId), edit, (post, attempt) =>
        change(attempt, post, request.body)
      )
  )

  app.put(
    `${path}/Post/:referenceId/Reorder`,
    {
      config: { who: reorder.who },
      schema: {
        summary: 'Move a post next to another one',
        params: Type.Pick(Path, ['blogId', 'postId', 'referenceId']),
        querystring: PostMoveQuery,
        response: { 200: CurrentPost }
      }
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
      return alterPost(request, { blogId, postId }, reorder, (post) => move(post, position))
    }
  )

  const deletePost = (request: WriteRequest, key: PostKey) =>
    alterPost(request, key, remove, async (post, attempt) =>
      post.DeletedOn === undefined ? change(attempt, post, { IsDeleted: true }) : post
    )
  app.delete(path, { config: removal, schema: { summary: 'Delete a post', params: PostPath } }, (request) =>
    deletePost(request, request.params)
  )
  app.delete(
    '/Data/Post/:postId',
    { config: { ...removal, blogOf: blogOfPost }, schema: { params: DataPostPath } },
    async (request) => deletePost(request, await keyOf(request.params.postId))
  )
}

export default blogPostEdits
