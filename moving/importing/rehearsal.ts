/** Says what an import would do with posts, without storing them: for `--dry-run`. */
import type { Sql } from '../../db/client.ts'
import { importedPosts } from '../../db/imports/posts.ts'
import { rehearsedPosts, type RehearsedBlog, type RehearsedPost } from '../../db/imports/rehearsal.ts'
import type { KnownCopy } from '../../db/imports/rows.ts'
import type { Loss } from '../foreign.ts'
import { existingPost, keptCorrection, notPinned } from './losses.ts'
import { changeOf, isPinned, rowOf, type Candidate } from './rows.ts'
import type { Outcome } from './store.ts'

export interface RehearsalOptions extends RehearsedBlog {
  /** The connection that has the table of the dry run. */
  readonly sql: Sql
  /** The id of the blog at its service. */
  readonly blogId: string
}

/** Posts that may be pinned in a blog. */
const MAX_PINNED = 3

/** Returns a function that says what would become of a batch of posts with different ids. */
export const postRehearsal = ({ sql, blogId, ...place }: RehearsalOptions) => {
  const { known, taken, remember, pinned } = rehearsedPosts(sql, place)
  const { blog = 0, source = 0 } = place
  const stored = importedPosts(sql, { blog, source, author: 0, creator: 0 })
  let pins: string[] | undefined

  const copiesOf = async (ids: string[]): Promise<ReadonlyMap<string, KnownCopy>> =>
    new Map([...(await stored.known(ids)), ...(await known(ids))].map((copy) => [copy.ForeignId, copy]))

  return async (batch: readonly Candidate[]): Promise<Outcome> => {
    const isPinnedNow = new Set(pins ?? (await pinned()))
    const copies = await copiesOf(batch.map(({ post }) => post.id))
    const fresh = batch.filter(({ post }) => !copies.has(post.id))
    const rows = new Map(fresh.map((candidate) => [candidate.post.id, rowOf(candidate, blogId, new Date())]))
    const uuids = await taken([...rows.values()].map(({ uuid }) => uuid))
    const losses: Loss[] = []
    const results = new Map<string, RehearsedPost>()
    for (const candidate of batch) {
      const { id, state } = candidate.post
      const copy = copies.get(id)
      const row = rows.get(id)
      const change = copy && changeOf(candidate, copy)
      if (row !== undefined || change !== undefined) losses.push(...candidate.losses)
      if (row !== undefined && uuids.has(row.uuid)) losses.push(existingPost(id))
      else if (row !== undefined) {
        uuids.add(row.uuid)
        const result = { foreign_id: id, uuid: row.uuid, seen: row.seen, state: row.state }
        results.set(id, { ...result, is_corrected: false, is_shown: state === 'published' })
      } else if (copy !== undefined && change !== undefined) {
        const isShown = change.new_state === undefined ? copy.IsShown : state === 'published'
        const result = { foreign_id: id, seen: [...copy.Seen, ...change.seen], state: change.state }
        results.set(id, { ...result, is_corrected: copy.IsCorrected, is_shown: isShown })
        if (copy.IsCorrected) losses.push(keptCorrection(id))
        if (change.unpins || !isShown) isPinnedNow.delete(id)
      }
    }
    for (const { post } of batch) {
      const copy = copies.get(post.id)
      const result = results.get(post.id)
      if (!isPinned(post) || copy?.State.isPinned === true || (copy === undefined && result === undefined)) continue
      const isShown = result?.is_shown ?? copy?.IsShown ?? false
      if (isShown && isPinnedNow.size < MAX_PINNED) isPinnedNow.add(post.id)
      else losses.push(notPinned(post.id))
    }
    pins = [...isPinnedNow]
    await remember([...results.values()])
    const changed = [...results.keys()].filter((id) => copies.has(id)).length
    return { added: results.size - changed, changed, unchanged: copies.size - changed, losses }
  }
}
