/** Routes that change the state of a post: publish, withdraw, hide, hand in, return, schedule, pin, mark. */
import { postEdits, type PostEdit } from '../db/posts/edits.ts'
import { parseMoment } from '../schemas/language/lexical.ts'
import type { Row } from '../schemas/language/rows.ts'
import { PostPath } from '../schemas/paths.ts'
import { ReturnedPost, ScheduledPost } from '../schemas/post-bodies.ts'
import { CurrentPost } from '../schemas/post.ts'
import { configOf, ifDeleted, postChanges, type Operation, type PostKey } from './blog-post-edits.ts'
import type { Family } from './shared/family.ts'
import type { WriteRequest } from './shared/writes.ts'

const isSubmitted = ({ SubmittedOn }: Row) => SubmittedOn !== undefined
const isScheduled = ({ PublishOn }: Row) => PublishOn !== undefined
const isPinned = ({ PinnedOn }: Row) => PinnedOn !== undefined

const ifPublished = ({ IsPublished }: Row, reason = 'This post is published already') =>
  IsPublished === true ? reason : undefined
const ifNotDraft = (post: Row) => ifDeleted(post) ?? ifPublished(post)
const ifNotPublished = (post: Row) =>
  ifDeleted(post) ?? (post.IsPublished === true ? undefined : 'This post is not published')

/** An operation that needs no body. */
interface Transition extends Operation {
  /** The end of its address. */
  readonly end: string
  readonly summary: string
  readonly edit: PostEdit
}

const transitions: readonly Transition[] = [
  { end: 'Publish', summary: 'Publish a draft', who: 'publisher', refusal: ifNotDraft, edit: { IsPublished: true } },
  {
    end: 'Unpublish',
    summary: 'Withdraw a post',
    who: 'publisher',
    refusal: ifNotPublished,
    edit: { IsPublished: false }
  },
  {
    end: 'Hide',
    summary: 'Hide a draft',
    who: 'author',
    refusal: (post) => ifDeleted(post) ?? ifPublished(post, 'This post is published; unpublish it first'),
    edit: { IsDeleted: true }
  },
  {
    end: 'Unhide',
    summary: 'Show a hidden draft again',
    who: 'author',
    refusal: (post) => (ifDeleted(post) === undefined ? 'This post is not hidden' : undefined),
    edit: { IsDeleted: false }
  },
  {
    end: 'Submit',
    summary: 'Hand in a draft',
    who: 'author',
    refusal: (post) => ifNotDraft(post) ?? (isSubmitted(post) ? 'This draft is handed in already' : undefined),
    edit: { IsSubmitted: true }
  },
  {
    end: 'Unschedule',
    summary: 'Cancel the later publication of a draft',
    who: 'publisher',
    refusal: (post) => ifNotDraft(post) ?? (isScheduled(post) ? undefined : 'This draft is not scheduled'),
    edit: { PublishOn: null }
  },
  {
    end: 'Pin',
    summary: 'Pin a post above all others',
    who: 'publisher',
    refusal: (post) => ifNotPublished(post) ?? (isPinned(post) ? 'This post is pinned already' : undefined),
    edit: { IsPinned: true }
  },
  {
    end: 'Unpin',
    summary: 'Unpin a post',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (isPinned(post) ? undefined : 'This post is not pinned'),
    edit: { IsPinned: false }
  },
  {
    end: 'MarkKeyPoint',
    summary: 'Make a post a key point of its blog',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsKeyPoint === true ? 'This post is a key point already' : undefined),
    edit: { IsKeyPoint: true }
  },
  {
    end: 'UnmarkKeyPoint',
    summary: 'Remove a post from the key points of its blog',
    who: 'publisher',
    refusal: (post) => ifDeleted(post) ?? (post.IsKeyPoint === true ? undefined : 'This post is not a key point'),
    edit: { IsKeyPoint: false }
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
  const schema = { params: PostPath, response: { 201: CurrentPost } }

  const alterState = (request: WriteRequest & { readonly params: PostKey }, operation: Operation, edit: PostEdit) =>
    alterPost(request, request.params, operation, (post, attempt) => change(attempt, post, edit))

  for (const { end, summary, edit, ...operation } of transitions) {
    app.post(`${path}/${end}`, { config: configOf(operation), schema: { ...schema, summary } }, (request) =>
      alterState(request, operation, edit)
    )
  }
  const returnSchema = { ...schema, summary: 'Return a draft to its author', body: ReturnedPost }
  app.post(`${path}/Return`, { config: configOf(giveBack), schema: returnSchema }, (request) =>
    alterState(request, giveBack, { IsSubmitted: false, PublishOn: null, Note: request.body.Note })
  )
  const scheduleSchema = { ...schema, summary: 'Publish a draft later', body: ScheduledPost }
  app.post(`${path}/Schedule`, { config: configOf(schedule), schema: scheduleSchema }, (request) =>
    alterState(request, schedule, { PublishOn: parseMoment(request.body.PublishOn) ?? null })
  )
}

export default blogPostStates
