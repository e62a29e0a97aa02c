/**
 * Comments from readers. Each becomes a draft of the blog at once (`Post/Comment`), so the list here is always empty.
 * Editors block the sender of a comment: that hides the comment, and the blog takes no more from that client for a day.
 */
import { httpErrors } from '@fastify/sensible'
import { blogs } from '../db/blogs.ts'
import { pageOf } from '../db/collection.ts'
import { comments as queries } from '../db/comments.ts'
import { postEdits } from '../db/posts/edits.ts'
import { clientOf } from '../plugins/clients.ts'
import { acceptsComments } from '../plugins/pages/embed-config.ts'
import { escapeHtml } from '../plugins/representation/escape.ts'
import { refusedProperty, tooManyRequests } from '../plugins/refusals.ts'
import { Comments } from '../schemas/comment.ts'
import type { Row } from '../schemas/language/rows.ts'
import { BlogPath, PostPath } from '../schemas/paths.ts'
import { CurrentPost } from '../schemas/post.ts'
import { configOf, ifDeleted, postChanges, type Operation, type PostKey } from './blog-post-edits.ts'
import { anonymousAttemptOf, type WriteRequest } from './shared/writes.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { list } from './shared/lists.ts'

const ifNoComment = ({ CommentSource }: Row) =>
  CommentSource === undefined ? 'This post is not a comment of a reader' : undefined

const block: Operation = {
  who: 'publisher',
  refusal: (post) =>
    ifNoComment(post) ?? (post.IsPublished ? 'This comment is published; unpublish it first' : undefined)
}
const unblock: Operation = { who: 'publisher', refusal: ifNoComment }

const comments: Family = async (app, { module }) => {
  const { find } = blogs(app.sql)
  const { insert } = queries(app.writes)
  const path = `/${module}/Blog/:blogId/Comment/Post`

  list(app, path, Comments, async (_keys, query) => pageOf([], query))
  const schema = {
    summary: 'Send a reader’s comment to the editors',
    params: BlogPath,
    body: Comments.creation,
    response: { 201: Comments.model }
  }
  app.post(path, { schema }, async (request) => {
    const { body, ip, params } = request
    const { blogId } = params
    const { EmbedConfig } = orNotFound(await find(blogId), `blog ${blogId}`)
    if (!acceptsComments(EmbedConfig)) throw httpErrors.forbidden('This blog takes no comments from readers')
    const userName = cleanName('UserName', body.UserName)
    const source = cleanName('CommentSource', body.CommentSource ?? 'embed')
    const text = body.CommentText.trim()
    if (text === '') throw refusedProperty('CommentText', 'must contain more than white space')
    const comment = { blogId, client: clientOf(ip), userName, source, content: htmlOf(text) }
    const { Wait, IsClosed, IsBlocked } = await insert(anonymousAttemptOf(request), comment)
    if (IsBlocked) throw httpErrors.forbidden('This blog takes no comments from your address today')
    if (IsClosed) throw httpErrors.conflict('This blog is closed')
    if (Wait > 0) throw tooManyRequests(`Too many comments; try again in ${Wait} seconds`, Wait)
    // The response has no link to the draft, because readers must not see what editors do with it.
    return { UserName: userName, CommentText: text, CommentSource: source }
  })

  const alterPost = postChanges(app)
  const post = `/${module}/Blog/:blogId/Post/:postId`
  /** Hides or shows a comment and blocks or unblocks its sender: both, or neither. */
  const alterComment = (
    request: WriteRequest,
    key: PostKey,
    operation: Operation,
    { sender, unknown }: { readonly sender: 'block' | 'unblock'; readonly unknown: string }
  ) =>
    alterPost(request, key, operation, (post, attempt) =>
      app.begin(async (transaction) => {
        const IsDeleted = sender === 'block'
        const isDone = (post.DeletedOn !== undefined) === IsDeleted
        const altered = isDone ? post : await postEdits(transaction).change(attempt, post, { IsDeleted })
        if (altered !== undefined && !(await queries(transaction)[sender](post.Blog, post.Id))) {
          throw httpErrors.conflict(unknown)
        }
        return altered
      })
    )

  app.post(
    `${post}/Block`,
    {
      config: configOf({ ...block, refusal: (post) => ifDeleted(post) ?? block.refusal(post) }),
      schema: {
        summary: 'Hide a comment and block its sender for a day',
        params: PostPath,
        response: { 201: CurrentPost }
      }
    },
    (request) => {
      const unknown = 'This comment is more than a day old, so its sender is unknown; hide it instead'
      return alterComment(request, request.params, block, { sender: 'block', unknown })
    }
  )

  app.post(
    `${post}/Unblock`,
    {
      config: { who: unblock.who, applies: () => false },
      schema: {
        summary: 'Show a hidden comment again and unblock its sender',
        params: PostPath,
        response: { 201: CurrentPost }
      }
    },
    (request) => {
      const unknown = 'The sender of this comment is not blocked; show a hidden comment with Unhide'
      return alterComment(request, request.params, unblock, { sender: 'unblock', unknown })
    }
  )
}

/**
 * Returns a name as one line.
 * @throws HttpError 400 for names with < or >, because some clients show names as HTML
 */
const cleanName = (property: string, text: string): string => {
  const name = text.replace(/[\s\u202A-\u202E\u2066-\u2069]+/g, ' ').trim()
  if (name === '' || /[<>]/.test(name)) throw refusedProperty(property, 'must be a name without < and >')
  return name
}

/** Returns HTML that shows a text as it is, with its line breaks. */
const htmlOf = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

export default comments
