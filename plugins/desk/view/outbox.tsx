/** Posts that wait for the connection, or for their author. */
import { waitingIn } from './derived.ts'
import { Do } from './parts.tsx'
import type { Outgoing, State } from './state.ts'

export const Outbox = ({ outbox, posts, connection }: State) => {
  const shown = outbox.filter(({ isShown, reason }) => isShown === true || reason !== undefined)
  return shown.length === 0 ? null : (
    <ol class="outbox" aria-label="Waiting to be sent">
      {shown.map((outgoing) => (
        <li key={outgoing.key} class={outgoing.reason === undefined ? 'card' : 'card refused'}>
          <p>{summaryOf(outgoing, posts)}</p>
          {outgoing.reason === undefined ? (
            <p class="quiet">{stateOf(outgoing, connection)}</p>
          ) : (
            <>
              <p class="error" role="alert">
                {outgoing.reason}
              </p>
              <p class="actions">
                <Do action="edit-outgoing" value={outgoing.key} class="small">
                  Edit
                </Do>
                <Do action="retry-outgoing" value={outgoing.key} class="small">
                  Send again
                </Do>
                <Do action="drop-outgoing" value={outgoing.key}>
                  Discard
                </Do>
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

const stateOf = ({ draft, intent }: Outgoing, connection: State['connection']) => {
  if (connection === 'ended') return 'Waits until you have logged in.'
  if (waitingIn(draft).length > 0) return 'Its pictures are sent first…'
  return connection === 'waiting' ? 'Waits for the connection.' : sending[intent]
}

const sending: Readonly<Record<Outgoing['intent'], string>> = {
  publish: 'Being published…',
  submit: 'Being handed in…',
  draft: 'Being kept as a draft…',
  later: 'Being planned…',
  correct: 'Being corrected…',
  release: 'Being corrected and published…'
}

const summaryOf = ({ draft, target }: Outgoing, posts: State['posts']): string => {
  const { text, markup } = draft
  if (text !== '') return text.length > 140 ? `${text.slice(0, 140)}…` : text
  return markup?.replace(/<[^>]*>/g, ' ') ?? posts[target?.post ?? 0]?.AuthorName ?? 'A picture'
}
