/** Buttons for everything that a user may do with a post. */
import type { ComponentChildren, JSX } from 'preact'
import { operation, pageAddress, panelQuery, postResource, sentFrom } from './addresses.ts'
import { Act, type Context } from './parts.tsx'
import { placeOf } from './panels.ts'
import type { Post } from './post.ts'
import { mayCorrect, mayDecide, mayHandle, mayMove } from './rights.ts'

export const Actions = ({ post, context }: { post: Post; context: Context }) => {
  const { me } = context
  if (!mayHandle(post, context)) return <Copy post={post} context={context} />
  const place = placeOf(post, me.Id)
  const decides = mayDecide(context)
  const takesBack = post.Creator.Id === me.Id && (place === 'submitted' || (place === 'later' && !decides))
  const act: Offer = (action, name, text, look) => (
    <Act action={action} address={operation(context, post, name)} class={look}>
      {text}
    </Act>
  )
  return (
    <form class="actions" method="post" action={operation(context, post, 'Publish')}>
      {decides && !post.IsPublished && act('publish-post', 'Publish', 'Publish', 'primary small')}
      {mayCorrect(post, context) && <Correct post={post} context={context} />}
      {place === 'drafts' && !decides && act('submit-post', 'Submit', 'Hand in')}
      {takesBack && act('take-back', 'Return', 'Take back')}
      {post.IsPublished && <Published post={post} context={context} act={act} />}
      {decides && !post.IsPublished && <Waiting post={post} context={context} act={act} />}
      {!post.IsPublished && act('hide', 'Hide', place === 'comments' ? 'Reject' : 'Delete')}
      {decides && place === 'comments' && act('block', 'Block', 'Block')}
      {post.IsPublished && (
        <Act action="delete" address={sentFrom(context, postResource(context.blog.href, post.Id), '_method=DELETE&')}>
          Delete
        </Act>
      )}
      <Copy post={post} context={context} />
    </form>
  )
}

/** Returns a button. @param name the end of the address of its operation */
type Offer = (action: string, name: string, text: ComponentChildren, look?: string) => JSX.Element

interface OfferProps {
  readonly post: Post
  readonly context: Context
  readonly act: Offer
}

const Correct = ({ post, context }: Omit<OfferProps, 'act'>) => (
  <a
    class="button plain small"
    href={pageAddress(context, { ...panelQuery(context.panel), edit: String(post.Id) })}
    data-action="correct"
  >
    {post.IsPublished ? 'Correct' : 'Open'}
  </a>
)

/** Buttons of those who publish, for posts that wait. */
const Waiting = ({ post, context: { me, isAlive }, act }: OfferProps) => {
  const place = placeOf(post, me.Id)
  return (
    <>
      {isAlive && place === 'submitted' && post.Creator.Id !== me.Id && <Act action="ask-return">Return…</Act>}
      {isAlive && place !== 'comments' && <Act action="ask-time">{place === 'later' ? 'Other time…' : 'Later…'}</Act>}
      {place === 'later' && act('unschedule', 'Unschedule', 'Cancel the time')}
    </>
  )
}

/** Buttons of those who publish, for posts that readers see. */
const Published = ({ post, context, act }: OfferProps) => (
  <>
    {act('withdraw', 'Unpublish', 'Withdraw')}
    {post.PinnedOn === undefined ? act('pin', 'Pin', 'Pin') : act('unpin', 'Unpin', 'Unpin')}
    {post.IsKeyPoint === true
      ? act('unmark', 'UnmarkKeyPoint', 'Unmark')
      : act('mark-key', 'MarkKeyPoint', 'Key point')}
    {context.isAlive && mayMove(post, context) && (
      <span>
        <Act action="up" label="Move up">
          ↑
        </Act>
        <Act action="down" label="Move down">
          ↓
        </Act>
      </span>
    )}
  </>
)

/** Links to the post as readers see it. */
const Copy = ({ post, context: { base, blog, isAlive } }: { post: Post; context: Context }) => {
  if (!post.IsPublished) return null
  const address = `${base}/live/${blog.Id}/post/${post.Id}`
  return isAlive ? (
    <Act action="copy" value={address}>
      Copy link
    </Act>
  ) : (
    <a class="button plain small" href={address}>
      Link
    </a>
  )
}

/** The form with which an editor returns a draft to its author. */
export const ReturnForm = ({ post, context }: { post: Post; context: Context }) => (
  <form class="return" method="post" action={operation(context, post, 'Return')} data-action="return">
    <label class="field">
      <span>What is missing? The author sees this note.</span>
      <input type="text" name="Note" maxLength={context.blog.limits.note} dir="auto" />
    </label>
    <button type="submit" class="primary small" data-action="return">
      Return
    </button>
    <Act action="cancel-return" class="small">
      Cancel
    </Act>
  </form>
)
