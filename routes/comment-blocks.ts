/**
 * Blocks the sender of a comment: hides the comment, and the blog takes no more from that client for a day. And takes
 * that back.
 */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { comments } from '../db/comments.ts'
import { postEdits } from '../db/posts/edits.ts'
import { trim } from '../db/posts/lists.ts'
import type { Row } from '../schemas/language/rows.ts'
import { LeftPost, Post, PostPath, type PostRow } from '../schemas/post.ts'
import type { Family } from './shared/family.ts'
import { isKept, postChanges, type Operation } from './shared/post-changes.ts'

const ifNoComment = ({ CommentSource }: PostRow) =>
  CommentSource === undefined ? 'This post is not a comment of a reader' : undefined

const block: Operation = {
  who: 'publisher',
  refusal: (post) =>
    ifNoComment(post) ?? (post.IsPublished ? 'This comment is published; unpublish it first' : undefined)
}
const unblock: Operation = { who: 'publisher', refusal: ifNoComment }
const isCommentDraft = (post: Row) => isKept(post) && post.CommentSource !== undefined && post.IsPublished === false

const commentBlocks: Family = async (app, { module }) => {
  const { block: blockSender, unblock: unblockSender } = comments(app.writes)
  const { change } = postEdits(app.writes)
  const alterPost = postChanges(app)
  const path = `/${module}/Blog/:blogId/Post/:postId`

  app.post(
    `${path}/Block`,
    {
      config: { who: block.who, applies: isCommentDraft },
      schema: { params: PostPath, response: { 201: LeftPost } }
    },
    async (request) => {
      const hidden = await alterPost(request, request.params, block, async (post, attempt) => {
        if (!(await blockSender(post.Blog, post.Id))) {
          throw httpErrors.conflict('This comment is more than a day old, so its sender is unknown; hide it instead')
        }
        return post.DeletedOn === undefined ? change(attempt, post, { IsDeleted: true }) : post
      })
      return trim(hidden)
    }
  )

  app.post(
    `${path}/Unblock`,
    {
      config: { who: unblock.who, applies: () => false },
      schema: { params: PostPath, response: { 201: Type.Union([Post, LeftPost]) } }
    },
    (request) =>
      alterPost(request, request.params, unblock, async (post, attempt) => {
        if (!(await unblockSender(post.Blog, post.Id))) {
          throw httpErrors.conflict('The sender of this comment is not blocked; show a hidden comment with Unhide')
        }
        return post.DeletedOn === undefined ? post : change(attempt, post, { IsDeleted: false })
      })
  )
}

export default commentBlocks
