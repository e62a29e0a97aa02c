/** Routes with which editors correct, publish, withdraw, move, hide and delete posts of a blog. */
import { httpErrors } from '@fastify/sensible'
import { Type } from 'typebox'
import { idempotencyKeys, type Attempt } from '../db/idempotency-keys.ts'
import { trim } from '../db/posts/changes.ts'
import { postEdits, type PostEdit, type SeenPost } from '../db/posts/edits.ts'
import { isCurrent } from '../plugins/cache/document.ts'
import type { Row } from '../plugins/resources/representation/template.ts'
import {
  DataPostPath,
  EditedPost,
  LeftPost,
  Post,
  PostMovePath,
  PostMoveQuery,
  PostPath,
  type PostRow
} from '../schemas/post.ts'
import { attemptOf, type Sent } from './shared/attempt.ts'
import { orNotFound, type Family } from './shared/family.ts'
import { stale } from './shared/stale.ts'

/** Attempts at a change while others change the same post. */
const TRIES = 5

/** A change of a post: who may make it, and in which states. */
interface Deed {
  /** The rule of those who may do it. Authors may do it to drafts of their own; everything else takes a publisher. */
  readonly who: 'author' | 'publisher'
  /** Why the post's state does not allow it. */
  readonly refusal: (post: PostRow) => string | undefined
}

const ifDeleted = ({ DeletedOn }: PostRow) => DeletedOn && 'This post is deleted'
const deeds = {
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
} as const satisfies Readonly<Record<string, Deed>>

const blogPostEdits: Family = async (app, { module }) => {
  const { find, blogOf } = postEdits(app.sql)
  const { change, move } = postEdits(app.writes)
  const { madeBy } = idempotencyKeys(app.sql)
  const path = `/${module}/Blog/:blogId/Post/:postId`

  /** Does a deed to a post as it is at that moment. @throws HttpError 403, 404, 409 or 412 when it may not be done */
  const alter = async (
    request: Sent,
    { blogId, postId }: PostKey,
    { who, refusal }: Deed,
    run: (post: PostRow & SeenPost, attempt: Attempt) => Promise<PostRow | undefined>
  ): Promise<PostRow> => {
    const { headers, user } = request
    const attempt = attemptOf(request)
    for (let tries = 1; tries <= TRIES; tries++) {
      const post = orNotFound(await find(blogId, postId), `post ${postId} in blog ${blogId}`)
      const isOwnDraft = post.Creator === user.Id && !post.IsPublished
      if (who === 'author' && !isOwnDraft) await app.authorization.require(request, 'publisher', blogId)
      if ((await madeBy(attempt)) !== undefined) return post
      if (!isCurrent(headers['if-match'], post.CId)) throw stale('post', post.CId)
      const reason = refusal(post)
      if (reason !== undefined) throw httpErrors.conflict(reason)
      const version = headers['if-match'] === undefined ? null : post.CId
      const altered = await run({ ...post, version }, attempt)
      if (altered !== undefined) return altered
    }
    throw httpErrors.conflict('Others are changing this post; try again')
  }

  const keyOf = async (postId: number): Promise<PostKey> => ({
    blogId: orNotFound(await blogOf(postId), `post ${postId} in any blog`),
    postId
  })
  const blogOfPost = async ({ params: { postId } }: { readonly params: Row }) =>
    typeof postId === 'number' ? blogOf(postId) : undefined

  app.put(
    path,
    { config: { who: deeds.edit.who }, schema: { params: PostPath, body: EditedPost, response: { 200: Post } } },
    (request) => alter(request, request.params, deeds.edit, (post, attempt) => change(attempt, post, request.body))
  )
  app.put(
    '/Data/Post/:postId',
    {
      config: { who: deeds.edit.who, blogOf: blogOfPost },
      schema: { params: DataPostPath, body: EditedPost, response: { 200: Post } }
    },
    async (request) =>
      alter(request, await keyOf(request.params.postId), deeds.edit, (post, attempt) =>
        change(attempt, post, request.body)
      )
  )

  const steps: readonly [string, Deed, PostEdit][] = [
    ['Publish', deeds.publish, { IsPublished: true }],
    ['Unpublish', deeds.unpublish, { IsPublished: false }],
    ['Hide', deeds.hide, { IsDeleted: true }],
    ['Unhide', deeds.unhide, { IsDeleted: false }]
  ]
  for (const [name, deed, edit] of steps) {
    const schema = { params: PostPath, response: { 201: Type.Union([Post, LeftPost]) } }
    app.post(`${path}/${name}`, { config: { who: deed.who }, schema }, async (request) => {
      const post = await alter(request, request.params, deed, (before, attempt) => change(attempt, before, edit))
      return post.DeletedOn === undefined ? post : trim(post)
    })
  }

  app.put(
    `${path}/Post/:referenceId/Reorder`,
    {
      config: { who: deeds.move.who },
      schema: { params: PostMovePath, querystring: PostMoveQuery, response: { 200: Post } }
    },
    async (request) => {
      const {
        params: { blogId, postId, referenceId },
        query: { before }
      } = request
      if (referenceId === postId) throw httpErrors.conflict('A post is not moved to itself')
      const reference = await find(blogId, referenceId)
      orNotFound(reference?.DeletedOn === undefined ? reference : undefined, `post ${referenceId} in blog ${blogId}`)
      const there = { reference: referenceId, above: before }
      return alter(request, { blogId, postId }, deeds.move, (post) => move(post, there))
    }
  )

  // Deleting what is deleted changes nothing, so that a client may try again.
  const remove = (request: Sent, key: PostKey) =>
    alter(request, key, deeds.remove, async (post, attempt) =>
      post.DeletedOn === undefined ? change(attempt, post, { IsDeleted: true }) : post
    )
  const { who } = deeds.remove
  app.delete(path, { config: { who }, schema: { params: PostPath } }, (request) => remove(request, request.params))
  app.delete(
    '/Data/Post/:postId',
    { config: { who, blogOf: blogOfPost }, schema: { params: DataPostPath } },
    async (request) => remove(request, await keyOf(request.params.postId))
  )
}

interface PostKey {
  readonly blogId: number
  readonly postId: number
}

export default blogPostEdits
