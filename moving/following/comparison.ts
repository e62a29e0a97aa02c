/** Compares all copies with their source: after the source was restored, and after it could not be reached. */
import type { copies, Hold, Outcome } from '../../db/copies/index.ts'
import type { Remote } from './remote.ts'
import type { Entry } from './wire.ts'

type Copies = ReturnType<typeof copies>

/**
 * Makes the copies equal to their source. Posts are recognized by their identity, so nothing is copied twice.
 * @returns the cursor from which the source's changes go on; undefined if the hold was lost
 */
export const compare = async (remote: Remote, store: Copies, hold: Hold): Promise<number | undefined> => {
  const { entries, newest } = await remote.index()
  const known = await store.known(hold)
  const copiesByUuid = new Map(known.map((copy) => [copy.Uuid, copy]))
  const others = await store.foreign(
    hold,
    entries.flatMap(({ post: { uuid } }) => (uuid === undefined ? [] : [uuid]))
  )
  const bring = async ({ post, refusal }: Entry): Promise<Outcome> => store.apply(hold, { post, refusal })

  const listed = new Set(entries.flatMap(({ post: { uuid } }) => uuid ?? []))
  // First those that are gone, because their ids, positions and pins may belong to other posts now.
  for (const copy of known) {
    if (listed.has(copy.Uuid) || copy.State !== 'published') continue
    const now = await remote.post(copy.ForeignId)
    const isSame = now !== undefined && (now.post.uuid === undefined || now.post.uuid === copy.Uuid)
    const gone = { ...LOST, id: copy.ForeignId, uuid: copy.Uuid }
    const outcome = isSame ? await bring(now) : await store.apply(hold, { post: gone })
    if (outcome === 'lost' || outcome === 'resting') return undefined
  }
  for (const { post } of entries) {
    const copy = copiesByUuid.get(post.uuid ?? '')
    const isEqual =
      copy !== undefined && copy.Mark === post.mark && copy.State === 'published' && copy.ForeignId === post.id
    if (isEqual || (post.uuid !== undefined && others.has(post.uuid))) continue
    const now = await remote.post(post.id)
    const outcome = now && (await bring(now))
    if (outcome === 'lost' || outcome === 'resting') return undefined
  }
  return newest ?? Math.max(0, ...entries.map(({ number }) => number))
}

/** A post that its source does not know any more. */
const LOST = { state: 'deleted', type: 'normal', content: '', meta: {} } as const
