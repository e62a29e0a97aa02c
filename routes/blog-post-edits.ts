/** Routes that correct, publish, withdraw, move, hide and delete posts of a blog. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import type { Attempt } from '../db/idempotency-keys.ts'
import { trim } from '../db/posts/lists.ts'
import { postEdits, type PostEdit, type SeenPost } from '../db/posts/edits.ts'
import type { Row } from '../schemas/language/rows.ts'
import { DataPostPath } from '../schemas/data-post.ts'
import { EditedPost, LeftPost, Post, PostMovePath, PostMoveQuery, PostPath, type PostRow } from '../schemas/post.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { writes, type WriteRequest } from './shared/writes.ts'

/** The conditions of an operation on a post. */
interface Operation {
  /** The rule of the operation. `author` lets authors do it with their own drafts, but needs `publisher` otherwise. */
  readonly who: 'author' | 'publisher'
  /** Returns why the state of a post does not allow the operation, or undefined if it does. */
  readonly refusal: (post: PostRow) => string | undefined
}

const ifDeleted = ({ DeletedOn }: PostRow) => DeletedOn && 'This post is deleted'
const operations = {
  edit: { who: 'author', refusal: ifDeleted },
  publish: {
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsPublished ? 'This post is published already' : undefined)
  },
  unpublish: {
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsPublished ? undefined : 'This post is not published')
  },
  move: { who: 'publisher', refusal: ifDeleted },
  hide: {
    who: 'author',
    refusal: (post) => ifDeleted(post) ?? (post.IsPublished ? 'This post is published; unpublish it first' : undefined)
  },
  unhide: { who: 'author', refusal: ({ DeletedOn }) => (DeletedOn ? undefined : 'This post is not hidden') },
  remove: { who: 'author', refusal: () => undefined }
} as const satisfies Readonly<Record<string, Operation>>

const isDeleted = ({ DeletedOn }: Row) => DeletedOn !== undefined
const isDraft = (post: Row) => !isDeleted(post) && post.IsPublished === false
const isKept = (post: Row) => !isDeleted(post)

const blogPostEdits: Family = async (app, { module }) => {
  const { find, blogOf } = postEdits(app.sql)
  const { change, move } = postEdits(app.writes)
  const { alter } = writes(app.sql)
  const path = `/${module}/Blog/:blogId/Post/:postId`

  /** Changes a post. @throws HttpError 403, 404, 409 or 412 */
  const alterPost = (
    request: WriteRequest,
    { blogId, postId }: PostKey,
    { who, refusal }: Operation,
    run: (post: PostRow & SeenPost, attempt: Attempt) => Promise<PostRow | undefined>
  ): Promise<PostRow> =>
    alter(request, {
      itemName: 'post',
      read: async () => orNotFound(await find(blogId, postId), `post ${postId} in blog ${blogId}`),
      versionOf: ({ CId }) => CId,
      authorize: async ({ Creator, IsPublished }) => {
        const isOwnDraft = Creator === request.user.Id && !IsPublished
        if (who === 'author' && !isOwnDraft) await app.authorization.require(request, 'publisher', blogId)
      },
      repeated: (post) => post,
      refusal,
      run: (post, version, attempt) => run({ ...post, version }, attempt)
    })

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

  const transitions: readonly [string, Operation, PostEdit, (post: Row) => boolean][] = [
    ['Publish', operations.publish, { IsPublished: true }, isDraft],
    ['Unpublish', operations.unpublish, { IsPublished: false }, (post) => isKept(post) && !isDraft(post)],
    ['Hide', operations.hide, { IsDeleted: true }, isDraft],
    ['Unhide', operations.unhide, { IsDeleted: false }, isDeleted]
  ]
  for (const [end, operation, edit, applies] of transitions) {
    const schema = { params: PostPath, response: { 201: Type.Union([Post, LeftPost]) } }
    app.post(`${path}/${end}`, { config: { who: operation.who, applies }, schema }, async (request) => {
      const changedPost = await alterPost(request, request.params, operation, (post, attempt) =>
        change(attempt, post, edit)
      )
      return changedPost.DeletedOn === undefined ? changedPost : trim(changedPost)
    })
  }

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

interface PostKey {
  readonly blogId: number
  readonly postId: number
}

export default blogPostEdits
