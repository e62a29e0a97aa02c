/** Stores posts of a source in a blog, a batch in one transaction. Each post stands alone: a bad one stops no other. */
import type { Pool, Sql } from '../../db/client.ts'
import type { Placing } from '../../db/imports/places.ts'
import { importedPosts } from '../../db/imports/posts.ts'
import type { ImportedPost, KnownCopy } from '../../db/imports/rows.ts'
import type { ImportTarget } from '../../db/imports/target.ts'
import { isRefusedData } from '../../db/refused-data.ts'
import { lost, type Loss } from '../foreign.ts'
import { existingPost, keptCorrection, notPinned } from './losses.ts'
import { changeOf, isPinned, rowOf, type Candidate } from './rows.ts'

/** Outcome for the posts of a batch. */
export interface Outcome {
  readonly added: number
  readonly changed: number
  /** Posts that an earlier import has stored as they are. */
  readonly unchanged: number
  readonly losses: readonly Loss[]
}

export interface StoreOptions extends Placing {
  readonly sql: Pool
  readonly target: ImportTarget
  /** The id of the blog at its service. */
  readonly blogId: string
}

export const postStore = ({ sql, target, blogId, ...placing }: StoreOptions) => {
  /** The moment of the last post, for posts that have none. */
  let moment = new Date()

  const knownIn = async (transaction: Sql, batch: readonly Candidate[]): Promise<ReadonlyMap<string, KnownCopy>> => {
    const copies = await importedPosts(transaction, target).known(batch.map(({ post }) => post.id))
    return new Map(copies.map((copy) => [copy.ForeignId, copy]))
  }

  const storeIn = async (transaction: Sql, batch: readonly Candidate[]): Promise<Outcome> => {
    const posts = importedPosts(transaction, target)
    await posts.lock()
    const known = await knownIn(transaction, batch)
    const rows: ImportedPost[] = []
    for (const candidate of batch.filter(({ post }) => !known.has(post.id))) {
      const row = rowOf(candidate, blogId, moment)
      moment = new Date(row.created_on)
      rows.push(row)
    }
    const inserted = new Set(rows.length === 0 ? [] : (await posts.insert(rows, placing)).map((row) => row.ForeignId))
    const losses = rows.filter((row) => !inserted.has(row.foreign_id)).map((row) => existingPost(row.foreign_id))
    const changes = batch.flatMap((candidate) => {
      const copy = known.get(candidate.post.id)
      const change = copy && changeOf(candidate, copy)
      if (copy?.IsCorrected === true && change !== undefined) losses.push(keptCorrection(candidate.post.id))
      return change === undefined ? [] : [change]
    })
    if (changes.length > 0) await posts.change(changes)
    for (const { post } of batch) {
      const copy = known.get(post.id)
      if (!isPinned(post) || (copy === undefined ? !inserted.has(post.id) : copy.State.isPinned === true)) continue
      const pinnedOn = post.pinnedOn ?? post.updatedOn ?? post.publishedOn ?? moment
      if (!(await posts.pin(post.id, pinnedOn.toISOString()))) losses.push(notPinned(post.id))
    }
    const added = inserted.size
    return { added, changed: changes.length, unchanged: known.size - changes.length, losses }
  }

  const storeAlone = async (candidate: Candidate): Promise<Outcome> => {
    try {
      return await sql.begin((transaction) => storeIn(transaction, [candidate]))
    } catch (error) {
      if (!isRefusedData(error)) throw error
      const why = `The database refused the post: ${error.message}.`
      return { added: 0, changed: 0, unchanged: 0, losses: [lost(candidate.post.id, 'post', why)] }
    }
  }

  return {
    /** Returns those of a batch that no earlier import has stored as they are. */
    async news(batch: readonly Candidate[]): Promise<readonly Candidate[]> {
      const known = await sql.begin((transaction) => knownIn(transaction, batch))
      return batch.filter((candidate) => {
        const copy = known.get(candidate.post.id)
        return copy === undefined || changeOf(candidate, copy) !== undefined
      })
    },

    /** Stores a batch of posts with different ids. @throws Error if the database cannot be reached */
    async store(batch: readonly Candidate[]): Promise<Outcome> {
      try {
        return await sql.begin((transaction) => storeIn(transaction, batch))
      } catch (error) {
        if (!isRefusedData(error)) throw error
      }
      const outcomes: Outcome[] = []
      for (const candidate of batch) outcomes.push(await storeAlone(candidate))
      return {
        added: outcomes.reduce((sum, { added }) => sum + added, 0),
        changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
        unchanged: outcomes.reduce((sum, { unchanged }) => sum + unchanged, 0),
        losses: outcomes.flatMap(({ losses }) => losses)
      }
    }
  }
}
