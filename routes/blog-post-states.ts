/** Routes that change the state of a post: publish, withdraw, hide, hand in, return, schedule, pin, mark. */
import { Type } from 'typebox'
import { postEdits, type PostEdit } from '../db/posts/edits.ts'
import { parseMoment } from '../schemas/language/lexical.ts'
import type { Row } from '../schemas/language/rows.ts'
import { ReturnedPost, ScheduledPost } from '../schemas/post-bodies.ts'
import { LeftPost, Post, PostPath, type PostRow } from '../schemas/post.ts'
import type { Family } from './shared/family.ts'
import { ifDeleted, isKept, postChanges, type Operation, type PostKey } from './shared/post-changes.ts'
import { trim } from '../db/posts/lists.ts'
import type { WriteRequest } from './shared/writes.ts'

const ifPublished = ({ IsPublished }: PostRow) => (IsPublished ? 'This post is published already' : undefined)
const ifNotDraft = (post: PostRow) => ifDeleted(post) ?? ifPublished(post)
const ifNotPublished = (post: PostRow) =>
  ifDeleted(post) ?? (post.IsPublished ? undefined : 'This post is not published')

const isDraft = (post: Row) => isKept(post) && post.IsPublished === false
const isPublished = (post: Row) => isKept(post) && post.IsPublished === true
const isSubmitted = ({ SubmittedOn }: Row) => SubmittedOn !== undefined
const isScheduled = ({ PublishOn }: Row) => PublishOn !== undefined
const isPinned = ({ PinnedOn }: Row) => PinnedOn !== undefined

/** An operation that needs no body. */
interface Transition extends Operation {
  /** The end of its address. */
  readonly end: string
  readonly edit: PostEdit
  /** Returns whether a page offers it for a post. */
  readonly applies: (post: Row) => boolean
}

const transitions: readonly Transition[] = [
  { end: 'Publish', who: 'publisher', refusal: ifNotDraft, edit: { IsPublished: true }, applies: isDraft },
  { end: 'Unpublish', who: 'publisher', refusal: ifNotPublished, edit: { IsPublished: false }, applies: isPublished },
  {
    end: 'Hide',
    who: 'author',
    refusal: (post) => ifDeleted(post) ?? (post.IsPublished ? 'This post is published; unpublish it first' : undefined),
    edit: { IsDeleted: true },
    applies: isDraft
  },
  {
    end: 'Unhide',
    who: 'author',
    refusal: ({ DeletedOn }) => (DeletedOn ? undefined : 'This post is not hidden'),
    edit: { IsDeleted: false },
    applies: (post) => !isKept(post)
  },
  {
    end: 'Submit',
    who: 'author',
    refusal: (post) => ifNotDraft(post) ?? (isSubmitted(post) ? 'This draft is handed in already' : undefined),
    edit: { IsSubmitted: true },
    applies: (post) => isDraft(post) && !isSubmitted(post)
  },
  {
    end: 'Unschedule',
    who: 'publisher',
    refusal: (post) => ifNotDraft(post) ?? (isScheduled(post) ? undefined : 'This draft is not scheduled'),
    edit: { PublishOn: null },
    applies: (post) => isDraft(post) && isScheduled(post)
  },
  {
    end: 'Pin',
    who: 'publisher',
    refusal: (post) => ifNotPublished(post) ?? (isPinned(post) ? 'This post is pinned already' : undefined),
    edit: { IsPinned: true },
    applies: (post) => isPublished(post) && !isPinned(post)
  },
  {
    end: 'Unpin',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (isPinned(post) ? undefined : 'This post is not pinned'),
    edit: { IsPinned: false },
    applies: (post) => isKept(post) && isPinned(post)
  },
  {
    end: 'MarkKeyPoint',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsKeyPoint ? 'This post is a key point already' : undefined),
    edit: { IsKeyPoint: true },
    applies: (post) => isKept(post) && post.IsKeyPoint === false
  },
  {
    end: 'UnmarkKeyPoint',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsKeyPoint ? undefined : 'This post is no key point'),
    edit: { IsKeyPoint: false },
    applies: (post) => isKept(post) && post.IsKeyPoint === true
  }
]

const giveBack: Operation = {
  who: 'author',
  refusal: (post) =>
    ifNotDraft(post) ?? (isSubmitted(post) || isScheduled(post) ? undefined : 'This draft is not handed in')
}
const schedule: Operation = { who: 'publisher', refusal: ifNotDraft }

const blogPostStates: Family = async (app, { module }) => {
  const { change } = postEdits(app.writes)
  const alterPost = postChanges(app)
  const path = `/${module}/Blog/:blogId/Post/:postId`
  const schema = { params: PostPath, response: { 201: Type.Union([Post, LeftPost]) } }

  const alterState = async (
    request: WriteRequest & { readonly params: PostKey },
    operation: Operation,
    edit: PostEdit
  ) => {
    const post = await alterPost(request, request.params, operation, (seen, attempt) => change(attempt, seen, edit))
    return post.DeletedOn === undefined ? post : trim(post)
  }

  for (const { end, edit, applies, ...operation } of transitions) {
    app.post(`${path}/${end}`, { config: { who: operation.who, applies }, schema }, (request) =>
      alterState(request, operation, edit)
    )
  }
  app.post(
    `${path}/Return`,
    {
      config: { who: giveBack.who, applies: (post) => isDraft(post) && (isSubmitted(post) || isScheduled(post)) },
      schema: { ...schema, body: ReturnedPost }
    },
    (request) => alterState(request, giveBack, { IsSubmitted: false, PublishOn: null, Note: request.body.Note })
  )
  app.post(
    `${path}/Schedule`,
    { config: { who: schedule.who, applies: isDraft }, schema: { ...schema, body: ScheduledPost } },
    (request) => alterState(request, schedule, { PublishOn: parseMoment(request.body.PublishOn) ?? null })
  )
}

export default blogPostStates
