/** Posts that wait for the connection, or for their author. */
import { waitingIn } from './derived.ts'
import { Act, Reason } from './parts.tsx'
import type { State } from './state.ts'
import type { Outgoing } from './writing.ts'

export const Outbox = ({ outbox, posts, connection }: State) => {
  const visible = outbox.filter(({ isShown, reason }) => isShown === true || reason !== undefined)
  return visible.length === 0 ? null : (
    <ol class="outbox" aria-label="Waiting to be sent">
      {visible.map((outgoing) => (
        <li key={outgoing.key} class={outgoing.reason === undefined ? 'card' : 'card refused'}>
          <p dir="auto">{summaryOf(outgoing, posts)}</p>
          {outgoing.reason === undefined && <p class="quiet">{stateOf(outgoing, connection)}</p>}
          <Reason text={outgoing.reason} />
          <p class="actions">
            {outgoing.reason !== undefined && (
              <>
                <Act action="edit-outgoing" value={outgoing.key} class="small">
                  Edit
                </Act>
                <Act action="retry-outgoing" value={outgoing.key} class="small">
                  Send again
                </Act>
              </>
            )}
            <Act action="drop-outgoing" value={outgoing.key}>
              Discard
            </Act>
          </p>
        </li>
      ))}
    </ol>
  )
}

const stateOf = ({ draft }: Outgoing, connection: State['connection']) => {
  if (connection === 'ended') return 'Waits until you have logged in.'
  if (waitingIn(draft).length > 0) return 'Its files are sent first…'
  return connection === 'waiting' ? 'Waits for the connection.' : 'Is being sent…'
}

interface Purpose {
  /** Says that the request was carried out. */
  readonly done: string
  /** The operation that takes it back, where one request does. */
  readonly undo?: string
}

/** The purposes of requests, for people. */
export const PURPOSES: Readonly<Record<Outgoing['intent'], Purpose>> = {
  publish: { done: 'Published.', undo: 'withdraw' },
  submit: { done: 'Handed in.', undo: 'take-back' },
  draft: { done: 'Kept as a draft.' },
  later: { done: 'Planned.' },
  correct: { done: 'Corrected.' },
  release: { done: 'Corrected and published.', undo: 'withdraw' }
}

const summaryOf = ({ draft, target }: Outgoing, posts: State['posts']): string => {
  const { text, markup } = draft
  if (text !== '') return text.length > 140 ? `${text.slice(0, 140)}…` : text
  return markup?.replace(/<[^<>]*>/g, ' ') ?? posts[target?.post ?? 0]?.AuthorName ?? draft.pictures[0]?.name ?? ''
}
