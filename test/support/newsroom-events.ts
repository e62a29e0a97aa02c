/** Arbitrary events of a newsroom, for properties. */
import fc from 'fast-check'
import type { Newsroom } from './newsroom.ts'

/** Something that happens in a newsroom. */
export interface NewsroomEvent {
  /** @param ids posts that were inserted before. @returns the ids of the posts it inserts */
  happen: (room: Newsroom, ids: readonly number[]) => Promise<number[]>
  /** Names the event in counterexamples. */
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

/** A change of some posts that are there, by their places among them. */
const changing = (change: Change) =>
  fc
    .tuple(fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), fc.stringMatching(/^[a-z]{3}$/))
    .map(([places, text]) =>
      named(`${change} posts ${places.join()}`, async (room, ids) => {
        if (ids.length > 0) {
          await room[change]([...new Set(places.flatMap((place) => ids[place % ids.length] ?? []))], text)
        }
        return []
      })
    )

/** Inserting, publishing, withdrawing, editing, reordering or deleting some posts. */
export const newsroomEvent: fc.Arbitrary<NewsroomEvent> = fc.oneof(
  { weight: 3, arbitrary: inserting },
  sending,
  changing('publish'),
  { weight: 2, arbitrary: changing('withdraw') },
  changing('edit'),
  changing('reorder'),
  { weight: 2, arbitrary: changing('remove') }
)
