/** The part of a blog's settings about the blogs of other services that it follows. */
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { plainText, shortened } from '../pages/markup.tsx'
import { stateOf, type BlogPart } from './blogs.ts'
import { timeZoneOf } from './embed-config.ts'
import type { Followed } from './followed.ts'
import { DeskForm, FoldedForm } from './forms.tsx'
import { counted } from './view/derived.ts'
import { momentIn, numberIn, textIn } from './view/items.ts'
import type { Visit } from './visit.ts'
import { ZonedTime } from './zoned-time.tsx'

export const Following = ({ followed, ...part }: BlogPart & { followed: readonly Followed[] }) => (
  <section aria-labelledby="following">
    <h2 id="following">Following</h2>
    <div class="stack">
      {followed.length === 0 ? (
        <p class="fine">
          This blog follows no other one. If it does, it gets the posts of the other blog, also of another newsroom, and
          their corrections.
        </p>
      ) : (
        <ul class="list">
          {followed.map((item) => (
            <FollowedItem {...part} {...item} />
          ))}
        </ul>
      )}
      <FollowForm visit={part.visit} />
    </div>
  </section>
)

type ItemProps = BlogPart & Followed

const FollowedItem = (props: ItemProps) => {
  const { visit, id, name, address, sync, state, waiting } = props
  const common = { visit, hidden: { sync: id } }
  const more = (numberIn(state, 'Parked') ?? 0) - waiting.length
  return (
    <li class="stack">
      <p>
        <strong dir="auto">{name}</strong>{' '}
        {address !== '' && (
          <a href={address} dir="ltr">
            {address}
          </a>
        )}
      </p>
      <p>
        <Condition {...props} /> {sync.Auto === true ? 'Its posts are published at once.' : 'Its posts are handed in.'}
      </p>
      <div class="row">
        {sync.IsPaused === true ? (
          <DeskForm {...common} name="resume" button="Resume" label={`Resume following ${name}`} />
        ) : (
          <DeskForm {...common} name="pause" button="Pause" label={`Pause following ${name}`} />
        )}
        {sync.Auto === true ? (
          <DeskForm
            {...common}
            name="handIn"
            button="Hand in from now on"
            label={`Hand in from now on: posts of ${name}`}
          />
        ) : (
          <DeskForm
            {...common}
            name="publish"
            button="Publish from now on"
            label={`Publish from now on: posts of ${name}`}
          />
        )}
        <DeskForm {...common} name="stop" button="Stop following" look="plain" label={`Stop following ${name}`} />
      </div>
      {waiting.length > 0 && (
        <>
          <h3>Changes that wait for you</h3>
          <ul class="list">
            {waiting.map((change) => (
              <WaitingChange {...props} change={change} />
            ))}
          </ul>
          {more > 0 && (
            <p class="fine">{`${more} more ${more === 1 ? 'follows' : 'follow'} when these are decided.`}</p>
          )}
        </>
      )}
    </li>
  )
}

/** Shows the state of a sync as a sentence. */
const Condition = ({ blog, sync, state }: ItemProps) => {
  const succeeded = momentIn(state, 'SucceededOn')
  const last = succeeded && <ZonedTime at={succeeded} zone={timeZoneOf(blog)} />
  const error = textIn(state, 'Error')
  const behind = numberIn(state, 'Lag') ?? 0
  if (sync.IsPaused === true) return <>Paused: nothing is copied.</>
  if (stateOf(blog) === 'closed') return <>Waits until this blog is open again.</>
  if (state.IsFailing === true) {
    return last ? (
      <>
        Nothing could be read since {last}: {error}. The service tries again by itself.
      </>
    ) : (
      <>Nothing could be read yet: {error}. The service tries again by itself.</>
    )
  }
  if (state.IsFollowed !== true) return <>Has not begun. It takes a few seconds, if the operator allows it.</>
  if (last === undefined) return <>Begins.</>
  if (behind > 0) return <>Behind by {counted(behind, 'change')}.</>
  return <>Up to date; the last look was at {last}.</>
}

const WaitingChange = ({ visit, blogId, id, change }: ItemProps & { change: Row }) => {
  const post = membersOf(change.Post).Id
  const text = shortened(plainText(textIn(change, 'Content')), 140)
  const number = numberIn(change, 'Id')
  const common = { visit, hidden: { sync: id, change: number } }
  const named = text === '' ? `change ${number}` : `“${shortened(text, 40)}”`
  return (
    <li class="stack">
      {text !== '' && <p dir="auto">{text}</p>}
      <p class="fine">
        {textIn(change, 'Reason')}{' '}
        {typeof post === 'number' && <a href={`${visit.base}/desk/${blogId}#post-${post}`}>The post here</a>}
      </p>
      <div class="row">
        {textIn(change, 'Kind') !== 'partial' && (
          <DeskForm {...common} name="takeOver" button="Apply" label={`Apply: ${named}`} />
        )}
        <DeskForm {...common} name="forget" button="Discard" look="plain" label={`Discard: ${named}`} />
      </div>
    </li>
  )
}

const FollowForm = ({ visit }: { visit: Visit }) => (
  <FoldedForm
    visit={visit}
    summary="Follow another blog"
    name="follow"
    button="Follow"
    look="primary"
    fields={[
      {
        ...{ name: 'address', label: 'Address of the other blog', required: true, maxLength: 255 },
        help: 'Such as https://live.example/resources/Desk/Blog/7, or that of a feed'
      },
      {
        ...{ name: 'auto', label: 'Its posts', kind: 'select' },
        choices: [
          { value: 'false', text: 'are handed in, and wait for somebody' },
          { value: 'true', text: 'are published at once' }
        ]
      }
    ]}
  />
)
