/** Changes posts of blogs: checks the right of the user and the state of the post first, whatever the change is. */
import type { FastifyInstance } from 'fastify'
import type { Attempt } from '../../db/idempotency-keys.ts'
import { postEdits, type SeenPost } from '../../db/posts/edits.ts'
import type { Row } from '../../schemas/language/rows.ts'
import type { PostRow } from '../../schemas/post.ts'
import { orNotFound } from './family.ts'
import { writes, type WriteRequest } from './writes.ts'

/** The conditions of an operation on a post. */
export interface Operation {
  /** The rule of the operation. `author` lets authors do it with their own drafts, but needs `publisher` otherwise. */
  readonly who: 'author' | 'publisher'
  /** Returns why the state of a post does not allow the operation, or undefined if it does. */
  readonly refusal: (post: PostRow) => string | undefined
  /** Returns whether a draft belongs to its author no longer, so that the operation needs `publisher`. */
  readonly isTaken?: (post: PostRow) => boolean
}

export interface PostKey {
  readonly blogId: number
  readonly postId: number
}

/** Changes a post. @throws HttpError 403, 404, 409 or 412 */
export type AlterPost = (
  request: WriteRequest,
  key: PostKey,
  operation: Operation,
  run: (post: PostRow & SeenPost, attempt: Attempt) => Promise<PostRow | undefined>
) => Promise<PostRow>

export const postChanges = ({ sql, authorization }: FastifyInstance): AlterPost => {
  const { find } = postEdits(sql)
  const { alter } = writes(sql)
  return (request, { blogId, postId }, { who, refusal, isTaken = () => false }, run) =>
    alter(request, {
      itemName: 'post',
      read: async () => orNotFound(await find(blogId, postId), `post ${postId} in blog ${blogId}`),
      versionOf: ({ CId }) => CId,
      authorize: async (post) => {
        const isOwnDraft = post.Creator === request.user.Id && !post.IsPublished && !isTaken(post)
        if (who === 'author' && !isOwnDraft) await authorization.require(request, 'publisher', blogId)
      },
      repeated: (post) => post,
      refusal,
      run: (post, version, attempt) => run({ ...post, version }, attempt)
    })
}

export const ifDeleted = ({ DeletedOn }: PostRow) => DeletedOn && 'This post is deleted'
export const isKept = ({ DeletedOn }: Row) => DeletedOn === undefined
