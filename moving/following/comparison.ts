/** Compares all copies with their source: after the source was restored, and after it could not be reached. */
import type { Copies, Hold, KnownCopy } from '../../db/copies/index.ts'
import { PAGE, type Remote } from './remote.ts'
import type { Entry } from './wire.ts'

/** The list of a source, as an index has it. */
interface Index {
  /** By the id of the post, in the order of the changes. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly newest: number
}

/** The store that takes changes, as long as the hold lasts. */
interface Bringing {
  readonly store: Copies
  readonly hold: Hold
}

/**
 * Makes the copies equal to their source. Posts are recognized by their identity, so nothing is copied twice.
 * @param catchUp brings the changes after the cursor, if the source still has it; returns the ids of their posts
 * @returns the newest change number that the comparison knows; undefined if the hold was lost
 * @throws Error if the source has none of the copied posts
 */
export const compare = async (
  remote: Remote,
  bringing: Bringing,
  catchUp: (newest: number) => Promise<ReadonlySet<string>>
): Promise<number | undefined> => {
  const { store, hold } = bringing
  const index = await readIndex(remote)
  requireSameBlog(index, await store.copies(hold))
  // The changes since the last time come with their texts, so that only little is left to compare.
  const brought = await catchUp(index.newest)
  const copies = await store.copies(hold)
  const others = await store.foreign(
    hold,
    [...index.entries.values()].flatMap(({ post: { uuid } }) => uuid ?? [])
  )
  const rest = [...index.entries.values()].filter(({ post: { id } }) => !brought.has(id))
  const isDone =
    // First those that are gone, because their ids, positions and pins may belong to other posts now.
    (await bringAll(bringing, goneAt(index, copies, brought))) &&
    (await bringDifferent(remote, bringing, index, differentAt(rest, copies, others)))
  return isDone ? index.newest : undefined
}

const readIndex = async (remote: Remote): Promise<Index> => {
  const entries = new Map<string, Entry>()
  let newest = 0
  for await (const page of remote.index()) {
    for (const entry of page.entries) {
      entries.delete(entry.post.id)
      entries.set(entry.post.id, entry)
    }
    // The last page is empty, and says how far the list goes.
    newest = Math.max(newest, page.entries.at(-1)?.number ?? page.newest ?? 0)
  }
  return { entries, newest }
}

/**
 * Requires that a source still has posts that were copied from it. Otherwise all copies would be deleted because its
 * address leads elsewhere.
 */
const requireSameBlog = ({ entries }: Index, copies: readonly KnownCopy[]): void => {
  const publishedCopies = copies.filter(({ State }) => State === 'published')
  const uuids = new Set([...entries.values()].map(({ post: { uuid } }) => uuid))
  if (publishedCopies.length === 0 || publishedCopies.some(({ Uuid }) => uuids.has(Uuid))) return
  // Posts that have left a list have no identity there, and another service may have given their ids to other posts.
  const withoutIdentity = publishedCopies.filter(({ ForeignId }) => {
    const entry = entries.get(ForeignId)
    return entry !== undefined && entry.post.uuid === undefined
  })
  if (withoutIdentity.length * 2 < publishedCopies.length) {
    throw new Error(
      'The source has none of the posts that were copied from it, so nothing is changed here. ' +
        'If its address leads to another blog, correct it, or stop following and follow the other blog'
    )
  }
}

/** Returns the changes of copies whose posts have left the list. */
const goneAt = ({ entries }: Index, copies: readonly KnownCopy[], brought: ReadonlySet<string>): Entry[] => {
  const listedUuids = new Set([...entries.values()].map(({ post: { uuid } }) => uuid))
  return copies.flatMap(({ ForeignId, Uuid, State }) => {
    if (listedUuids.has(Uuid) || brought.has(ForeignId)) return []
    const entry = entries.get(ForeignId)
    if (entry !== undefined && entry.post.uuid === undefined) return entry.post.state === State ? [] : [entry]
    // The source does not know the post any more, or has given its id to another one. This also holds for a withdrawn
    // copy: only a list that shows posts which have left it leads to one.
    return State === 'deleted' ? [] : [{ number: 0, post: { ...LOST, id: ForeignId, uuid: Uuid } }]
  })
}

const LOST = { state: 'deleted', type: 'normal', content: '', meta: {} } as const

/** Returns the entries of posts that are published, and that no copy equals. */
const differentAt = (entries: readonly Entry[], copies: readonly KnownCopy[], others: ReadonlySet<string>): Entry[] => {
  const copiesByUuid = new Map(copies.map((copy) => [copy.Uuid, copy]))
  // A list can have a post twice, under two ids. The copy would change with each comparison if both counted.
  const newestByUuid = new Map(entries.map((entry) => [entry.post.uuid, entry]))
  return entries.filter((entry) => {
    const { post, refusal } = entry
    if (refusal !== undefined) return true
    const { id, uuid = '', state, mark } = post
    if (newestByUuid.get(uuid) !== entry) return false
    const copy = copiesByUuid.get(uuid)
    const isEqual = copy?.Mark === mark && copy?.State === 'published' && copy.ForeignId === id
    return state === 'published' && !isEqual && !others.has(uuid)
  })
}

/** Reads different posts with their texts, and brings them: those that are near each other with one request. */
const bringDifferent = async (
  remote: Remote,
  bringing: Bringing,
  index: Index,
  entries: readonly Entry[]
): Promise<boolean> => {
  const numbers = [...index.entries.values()].map(({ number }) => number)
  let remaining = entries
  for (let [first] = remaining; first !== undefined; [first] = remaining) {
    const since = Math.max(0, first.number - 1)
    const next = numbers.filter((number) => number > since).slice(0, PAGE)
    const end = remaining.findLast(({ number }) => number <= (next.at(-1) ?? 0))?.number ?? 0
    const page = await remote.some(since, Math.max(1, next.filter((number) => number <= end).length))
    const ids = new Set(remaining.map(({ post }) => post.id))
    // A post that has changed meanwhile is not on its page. It comes with the changes after this comparison. An entry
    // without an id gets one made of its texts. The index lacks them, so the entry has another id there.
    const changed = page.entries.filter(({ post, refusal }) => refusal !== undefined || ids.has(post.id))
    if (!(await bringAll(bringing, changed))) return false
    const last = Math.max(page.entries.at(-1)?.number ?? Infinity, first.number)
    remaining = remaining.filter(({ number }) => number > last)
  }
  return true
}

/** Brings changes. @returns whether the hold lasted */
const bringAll = async ({ store, hold }: Bringing, entries: readonly Entry[]): Promise<boolean> => {
  for (const { post, refusal } of entries) {
    const outcome = await store.apply(hold, { post, refusal })
    if (outcome === 'lost' || outcome === 'resting') return false
  }
  return true
}
