/** Blocks the sender of a comment: hides the comment, and the blog takes no more from that client for a day. */
import { httpErrors } from '@fastify/sensible'
import { comments } from '../db/comments.ts'
import { postEdits } from '../db/posts/edits.ts'
import { trim } from '../db/posts/lists.ts'
import type { Row } from '../schemas/language/rows.ts'
import { LeftPost, PostPath } from '../schemas/post.ts'
import type { Family } from './shared/family.ts'
import { isKept, postChanges, type Operation } from './shared/post-changes.ts'

const block: Operation = {
  who: 'publisher',
  refusal: ({ CommentSource, IsPublished }) => {
    if (CommentSource === undefined) return 'This post is not a comment of a reader'
    return IsPublished ? 'This comment is published; unpublish it first' : undefined
  }
}
const isCommentDraft = (post: Row) => isKept(post) && post.CommentSource !== undefined && post.IsPublished === false

const commentBlocks: Family = async (app, { module }) => {
  const { block: blockSender } = comments(app.writes)
  const { change } = postEdits(app.writes)
  const alterPost = postChanges(app)

  app.post(
    `/${module}/Blog/:blogId/Post/:postId/Block`,
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
}

export default commentBlocks
