/** Brings texts that closed pages have left into the state of a page. */
import { hasText } from './derived.ts'
import type { State } from './state.ts'
import type { Draft, Outgoing } from './writing.ts'

const RECOVERED = 'You wrote this on a page that is closed now. “Edit” brings it into the box above.'

/** Returns a text of a closed page that waits for its author. */
const waiting = (draft: Draft, rest: Pick<Outgoing, 'intent' | 'target'>): Outgoing => ({
  ...rest,
  key: crypto.randomUUID(),
  draft,
  reason: RECOVERED
})

/** Returns the state with the texts of a closed page. A correction of a post that is being corrected here waits. */
export const withRecovered = (
  state: State,
  { draft, outbox, corrections }: Pick<State, 'draft' | 'outbox' | 'corrections'>
): Partial<State> => {
  const others = Object.values(corrections).filter(({ post }) => state.corrections[post] !== undefined)
  return {
    corrections: { ...corrections, ...state.corrections },
    outbox: [
      ...state.outbox,
      ...outbox,
      ...(hasText(draft) ? [waiting(draft, { intent: 'draft' })] : []),
      ...others.map(({ draft, post, base }) => waiting(draft, { intent: 'correct', target: { post, base } }))
    ]
  }
}
