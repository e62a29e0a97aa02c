/** Stores posts of a source in a blog, a batch in one transaction. A bad post stops no other one. */
import type { Placing } from '../../db/imports/places.ts'
import type { ImportedPosts } from '../../db/imports/posts.ts'
import type { ImportedPost, KnownCopy } from '../../db/imports/rows.ts'
import { isRefusedData } from '../../db/refused-data.ts'
import { lost, type Loss } from '../foreign.ts'
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
  /** Runs work on the posts of the blog, in a transaction. */
  readonly run: <T>(work: (posts: ImportedPosts) => Promise<T>) => Promise<T>
  /** The id of the blog at its service. */
  readonly blogId: string
}

export const postStore = ({ run, blogId, ...placing }: StoreOptions) => {
  /** The moment of the last post, for posts that have none. */
  let moment = new Date()

  const knownAmong = async (posts: ImportedPosts, batch: readonly Candidate[]): Promise<Map<string, KnownCopy>> => {
    const copies = await posts.copies(batch.map(({ post }) => post.id))
    return new Map(copies.map((copy) => [copy.ForeignId, copy]))
  }

  const storeIn = async (posts: ImportedPosts, batch: readonly Candidate[]): Promise<Outcome> => {
    await posts.lock()
    const copies = await knownAmong(posts, batch)
    const rows: ImportedPost[] = []
    for (const candidate of batch.filter(({ post }) => !copies.has(post.id))) {
      const row = rowOf(candidate, blogId, moment)
      moment = new Date(row.created_on)
      rows.push(row)
    }
    const inserted = new Set(rows.length === 0 ? [] : (await posts.insert(rows, placing)).map((row) => row.ForeignId))
    const losses = rows
      .filter((row) => !inserted.has(row.foreign_id))
      .map((row) => lost(row.foreign_id, 'copy', EXISTS))
    const changes = batch.flatMap((candidate) => {
      const copy = copies.get(candidate.post.id)
      const change = copy && changeOf(candidate, copy)
      if (copy?.IsCorrected === true && change !== undefined) {
        losses.push(lost(candidate.post.id, 'correction', CORRECTED))
      }
      return change === undefined ? [] : [change]
    })
    if (changes.length > 0) await posts.change(changes)
    for (const { post } of batch) {
      const copy = copies.get(post.id)
      if (!isPinned(post) || (copy === undefined ? !inserted.has(post.id) : copy.State.isPinned === true)) continue
      const pinnedOn = post.pinnedOn ?? post.updatedOn ?? post.publishedOn ?? moment
      if (!(await posts.pin(post.id, pinnedOn.toISOString()))) losses.push(lost(post.id, 'pin', NOT_PINNED))
    }
    const added = inserted.size
    return { added, changed: changes.length, unchanged: copies.size - changes.length, losses }
  }

  const storeAlone = async (candidate: Candidate): Promise<Outcome> => {
    try {
      return await run((posts) => storeIn(posts, [candidate]))
    } catch (error) {
      if (!isRefusedData(error)) throw error
      const why = `The database refused the post: ${error.message}.`
      return { added: 0, changed: 0, unchanged: 0, losses: [lost(candidate.post.id, 'post', why)] }
    }
  }

  return {
    /** Returns the posts of a batch that are new, or have changed since an earlier import. */
    async newOrChanged(batch: readonly Candidate[]): Promise<readonly Candidate[]> {
      const copies = await run((posts) => knownAmong(posts, batch))
      return batch.filter((candidate) => {
        const copy = copies.get(candidate.post.id)
        return copy === undefined || changeOf(candidate, copy) !== undefined
      })
    },

    /** Stores a batch of posts with different ids. @throws Error if the database cannot be reached */
    async store(batch: readonly Candidate[]): Promise<Outcome> {
      try {
        return await run((posts) => storeIn(posts, batch))
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

const EXISTS = 'The blog has this post already.'
const CORRECTED = 'The post was corrected here, so the later change at the source was not applied.'
const NOT_PINNED = 'The post is not pinned: it is not published, or three posts of the blog are pinned.'
