/** Random events of a newsroom, for property-based tests. */
import fc from 'fast-check'
import type { Newsroom } from './newsroom.ts'

export interface NewsroomEvent {
  /** Carries out the event, given the ids of earlier posts. Returns the ids of the posts that it inserts. */
  happen: (room: Newsroom, ids: readonly number[]) => Promise<number[]>
  /** Returns the name of the event in counterexamples. */
  [fc.toStringMethod]: () => string
}

const named = (name: string, happen: NewsroomEvent['happen']): NewsroomEvent => ({
  happen,
  [fc.toStringMethod]: () => name
})

const inserting = fc
  .record({ count: fc.integer({ min: 1, max: 12 }), published: fc.boolean(), type: fc.constantFrom('normal', 'quote') })
  .map(({ count, ...post }) =>
    named(`insert ${count} ${post.published ? 'published' : 'draft'} posts of type ${post.type}`, (room) =>
      room.insert(count, post)
    )
  )

const sending = fc
  .boolean()
  .map((published) =>
    named(`send a ${published ? 'published post' : 'draft'}`, async (room) => [await room.send(published)])
  )

type Change = 'publish' | 'withdraw' | 'edit' | 'reorder' | 'remove'

/** Generates a change to some existing posts, which are chosen by their positions in the list of ids. */
const changing = (change: Change) =>
  fc
    .tuple(fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), fc.stringMatching(/^[a-z]{3}$/))
    .map(([positions, text]) =>
      named(`${change} posts ${positions.join()}`, async (room, ids) => {
        if (ids.length > 0) {
          await room[change]([...new Set(positions.flatMap((position) => ids[position % ids.length] ?? []))], text)
        }
        return []
      })
    )

/** Generates events that insert, publish, withdraw, edit, reorder or delete posts. */
export const newsroomEvent: fc.Arbitrary<NewsroomEvent> = fc.oneof(
  { weight: 3, arbitrary: inserting },
  sending,
  changing('publish'),
  { weight: 2, arbitrary: changing('withdraw') },
  changing('edit'),
  changing('reorder'),
  { weight: 2, arbitrary: changing('remove') }
)
