/** A post in a list of the page: its text, its state, and the actions that the user may take. */
import { Component } from 'preact'
import { membersIn } from '../../../schemas/language/rows.ts'
import { writtenTypeOf } from '../../../schemas/post-types.ts'
import { authorOf } from '../../pages/article.tsx'
import { Raw } from '../../pages/safe-markup.tsx'
import { Actions, ReturnForm } from './actions.tsx'
import { CorrectionForm } from './composer.tsx'
import { Conflict, Overtaken } from './conflict.tsx'
import { Badge, differ, Time, type Context } from './parts.tsx'
import { isCorrected, type Post } from './post.ts'
import { placeOf } from './panels.ts'
import { mayMove } from './rights.ts'
import type { Correction } from './writing.ts'

interface ItemProps {
  readonly post: Post
  readonly correction: Correction | undefined
  /** Names of the colleagues who are correcting the post. */
  readonly correctors: string
  readonly isReturning: boolean
  /** The post as the editor saw it before publishing failed, because it had just changed. */
  readonly overtaken: Post | undefined
  readonly isUnread: boolean
  readonly context: Context
}

/** An item. It is only rendered again if one of its properties has changed. */
export class Item extends Component<ItemProps> {
  override shouldComponentUpdate(next: ItemProps): boolean {
    return differ(next, this.props)
  }

  override render({ post, correction, correctors, isReturning, overtaken, isUnread, context }: ItemProps) {
    const { blog, me, zone, sanitise } = context
    const time = post.PublishedOn ?? post.PublishOn ?? post.SubmittedOn ?? post.CreatedOn
    return (
      <li class={isUnread ? 'item unread' : 'item'} id={`post-${post.Id}`} data-post={post.Id} tabIndex={-1}>
        <p class="at">
          <Time at={time} zone={zone} />
          {context.isAlive && mayMove(post, context) && (
            <span class="handle" draggable aria-hidden="true" title="Drag to move">
              ⠿
            </span>
          )}
        </p>
        <div class="body">
          <p class="by">
            <b dir="auto">{post.Creator.Id === me.Id ? 'You' : authorOf(post)}</b>{' '}
            <Badges post={post} userId={me.Id} isNew={isUnread} />
            {correctors !== '' && correction === undefined && <span class="correctors">{correctors}</span>}
          </p>
          {correction === undefined ? (
            <>
              <div lang={blog.language} dir="auto">
                <Raw class={`content ${post.Type.Key}`} markup={sanitise(post.Content)} />
              </div>
              <Extra post={post} />
              {overtaken !== undefined && !post.IsPublished && <Overtaken from={overtaken} to={post} />}
              {post.ReturnNote !== undefined && (
                <p class="note">
                  <b>Returned:</b> <span dir="auto">{post.ReturnNote}</span>
                </p>
              )}
              {isReturning ? <ReturnForm post={post} context={context} /> : <Actions post={post} context={context} />}
            </>
          ) : correction.theirs === undefined ? (
            <CorrectionForm post={post} correction={correction} correctors={correctors} context={context} />
          ) : (
            <Conflict post={post} correction={correction} theirs={correction.theirs} context={context} />
          )}
        </div>
      </li>
    )
  }
}

const Badges = ({ post, userId, isNew }: { post: Post; userId: number; isNew: boolean }) => {
  const place = placeOf(post, userId)
  const type = post.Type.Key === 'normal' ? '' : writtenTypeOf(post.Type.Key).label
  return (
    <>
      {isNew && <Badge kind="new">New</Badge>}
      {post.PinnedOn !== undefined && <Badge kind="pinned">Pinned</Badge>}
      {post.IsKeyPoint === true && <Badge kind="key-point">Key point</Badge>}
      {place === 'submitted' && <Badge kind="submitted">Handed in</Badge>}
      {place === 'later' && <Badge kind="rehearsal">Later</Badge>}
      {post.WithdrawnOn !== undefined && <Badge kind="quiet">Withdrawn</Badge>}
      {place === 'drafts' && post.WithdrawnOn === undefined && <Badge kind="quiet">Draft</Badge>}
      {place === 'comments' && <Badge kind="quiet">Comment</Badge>}
      {type !== '' && type !== 'Text' && <Badge kind="quiet">{type}</Badge>}
      {isCorrected(post) && <span class="quiet">corrected</span>}
    </>
  )
}

/** The title, source or link in the meta data of a post. */
const Extra = ({ post }: { post: Post }) => {
  const { url, title, annotation, credit } = membersIn(post.Meta)
  const text = [title, annotation, credit].find((value) => typeof value === 'string' && value !== '')
  if (typeof url === 'string' && /^https?:/.test(url) && ['link', 'normal'].includes(post.Type.Key)) {
    return (
      <a class="extra" dir="auto" href={url} rel="nofollow noopener noreferrer" target="_blank">
        {String(text ?? url)}
      </a>
    )
  }
  return text === undefined ? null : (
    <p class="extra" dir="auto">
      {String(text)}
    </p>
  )
}
