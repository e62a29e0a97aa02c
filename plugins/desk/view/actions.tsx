/** What a user may do with a post. */
import type { ComponentChildren } from 'preact'
import { operation, pageAddress, sentFrom } from './addresses.ts'
import { Act, Do, type Context } from './parts.tsx'
import { placeOf } from './panels.ts'
import type { Post } from './post.ts'
import type { State } from './state.ts'

export const Actions = ({ post, context }: { post: Post; context: Context }) => {
  const { me, mayPublish, isAlive, blog } = context
  const mayChange = mayPublish || (post.Creator.Id === me.Id && !post.IsPublished)
  if (blog.IsClosed || !mayChange) return <Copy post={post} context={context} />
  const place = placeOf(post, me.Id)
  const act = (action: string, name: string, text: ComponentChildren, look?: string) => (
    <Act action={action} address={operation(context, post, name)} class={look}>
      {text}
    </Act>
  )
  return (
    <form class="actions" method="post" action={operation(context, post, 'Publish')}>
      {mayPublish && !post.IsPublished && act('publish-post', 'Publish', 'Publish', 'primary small')}
      <a
        href={pageAddress(context, { ...panelOf(context), edit: String(post.Id) })}
        data-action="correct"
        data-value={post.Id}
      >
        {post.IsPublished ? 'Correct' : 'Open'}
      </a>
      {place === 'drafts' && !mayPublish && act('submit-post', 'Submit', 'Hand in')}
      {place === 'submitted' && post.Creator.Id === me.Id && act('take-back', 'Return', 'Take back')}
      {place === 'submitted' && post.Creator.Id !== me.Id && isAlive && (
        <Do action="ask-return" value={post.Id}>
          Return…
        </Do>
      )}
      {mayPublish && isAlive && !post.IsPublished && place !== 'comments' && (
        <Do action="ask-time">{place === 'later' ? 'Other time…' : 'Later…'}</Do>
      )}
      {place === 'later' && act('unschedule', 'Unschedule', 'Not at a time')}
      {post.IsPublished && (
        <>
          {act('withdraw', 'Unpublish', 'Withdraw')}
          {post.PinnedOn === undefined ? act('pin', 'Pin', 'Pin') : act('unpin', 'Unpin', 'Unpin')}
          {post.IsKeyPoint === true
            ? act('unmark', 'UnmarkKeyPoint', 'Unmark')
            : act('mark-key', 'MarkKeyPoint', 'Key point')}
          {isAlive && (
            <Do action="up" value={post.Id} label="Move up">
              ↑
            </Do>
          )}
          {isAlive && (
            <Do action="down" value={post.Id} label="Move down">
              ↓
            </Do>
          )}
        </>
      )}
      {!post.IsPublished && place !== 'comments' && act('hide', 'Hide', 'Delete')}
      {place === 'comments' && act('hide', 'Hide', 'Reject')}
      {place === 'comments' && act('block', 'Block', 'Block')}
      {post.IsPublished && (
        <Act action="delete" address={sentFrom(context, post.href, '_method=DELETE&')}>
          Delete
        </Act>
      )}
      <Copy post={post} context={context} />
    </form>
  )
}

const panelOf = ({ panel }: Pick<State, 'panel'>): { panel?: string } => (panel === 'timeline' ? {} : { panel })

/** Links to the post as readers see it. */
const Copy = ({ post, context: { base, blog, isAlive } }: { post: Post; context: Context }) => {
  if (!post.IsPublished) return null
  const address = `${base}/live/${blog.Id}/post/${post.Id}`
  return isAlive ? (
    <Do action="copy" value={address}>
      Copy link
    </Do>
  ) : (
    <a href={address}>Link</a>
  )
}

/** The form with which an editor returns a draft to its author. */
export const ReturnForm = ({ post, context }: { post: Post; context: Context }) => (
  <form
    class="return"
    method="post"
    action={operation(context, post, 'Return')}
    data-action="return"
    data-value={post.Id}
  >
    <label class="field">
      <span>What is missing? The author sees this note.</span>
      <input type="text" name="Note" maxLength={context.blog.limits.note} dir="auto" autoFocus />
    </label>
    <button type="submit" class="primary" data-action="return">
      Return
    </button>
    <Do action="cancel-return" class="small">
      Cancel
    </Do>
  </form>
)
