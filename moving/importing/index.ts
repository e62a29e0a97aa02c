/** Stores what a reader finds in a source as a blog: in batches, each once, however often the import is run. */
import type { Pool } from '../../db/client.ts'
import { importTargets } from '../../db/imports/target.ts'
import { fit } from '../fit.ts'
import type { Foreign, ForeignBlog, ForeignPost, Loss } from '../foreign.ts'
import type { MovedPost } from './pictures.ts'
import { counter, type ImportReport } from './report.ts'
import { candidateOf, merged, type Candidate } from './rows.ts'
import { postStore } from './store.ts'
import { targets, titleOf, type Wishes } from './target.ts'

export type { ImportReport } from './report.ts'

/** Moves the pictures of posts into the archive. */
export type MovePictures = (post: ForeignPost) => Promise<MovedPost>

export interface ImportOptions extends Wishes {
  readonly sql: Pool
  /** Id of the blog if the source does not tell one, such as its address. */
  readonly sourceId: string
  /** Whether the source lists the newest posts first: it decides which of two posts of one moment stands above. */
  readonly newestFirst: boolean
  /** Whether nothing is stored. */
  readonly dryRun: boolean
  /** Returns the id of the creator of a blog. */
  readonly creatorOf: (blog: number) => Promise<number>
  /** Returns the function that moves pictures; undefined leaves them where they are. */
  readonly picturesFor: (creator: number) => MovePictures | undefined
  /** Stops the import after the current batch. */
  readonly signal: AbortSignal
  readonly onProgress: (posts: number) => void
  readonly onLoss: (loss: Loss) => void
}

/** Posts that are stored in one transaction. */
const BATCH = 500

/**
 * Imports a blog.
 * @throws Error if the source cannot be read, the operator must say more, or the database cannot be reached. Batches
 *   that were stored stay, and the next run continues.
 */
export const runImport = async (found: AsyncIterable<Foreign>, options: ImportOptions): Promise<ImportReport> => {
  const { sql, sourceId, newestFirst, signal, dryRun, onProgress, onLoss } = options
  const { earlier, prepare } = targets(sql, options)
  const { shift, postTypes } = importTargets(sql)
  const types = await postTypes()
  const totals = counter(onLoss)
  let blog: ForeignBlog = { kind: 'blog', id: sourceId }
  let batch = new Map<string, Candidate>()
  let destination: Destination | undefined

  const open = async (): Promise<Destination> => {
    const target = dryRun ? await earlier(blog) : await prepare(blog, options.creatorOf)
    if (target === undefined) return { isNew: true }
    const placing = { shift: await shift(target), newestFirst }
    return {
      isNew: target.isNew,
      blog: target.blog,
      store: postStore({ sql, target, blogId: blog.id, ...placing }),
      movePictures: dryRun ? undefined : options.picturesFor(target.creator)
    }
  }

  /** Stores the posts of the batch that no earlier import has stored. */
  const flush = async () => {
    const candidates = [...batch.values()]
    batch = new Map()
    destination ??= await open()
    const { store, movePictures } = destination
    const news = store === undefined ? candidates : await store.news(candidates)
    const unchanged = candidates.length - news.length
    if (store === undefined || dryRun || news.length === 0) {
      totals.count({ added: news.length, changed: 0, unchanged, losses: news.flatMap(({ losses }) => losses) })
      return
    }
    const ready = movePictures === undefined ? news : await concurrently(news, withPictures(movePictures))
    // Pictures that were interrupted would stay where they are for ever.
    if (signal.aborted) return
    const outcome = await store.store(ready)
    const losses = [...ready.flatMap(({ losses }) => losses), ...outcome.losses]
    totals.count({ ...outcome, unchanged: unchanged + outcome.unchanged, losses })
  }

  for await (const value of found) {
    if (signal.aborted) break
    if (value.kind === 'loss') totals.lose(value)
    else if (value.kind === 'blog') blog = destination === undefined && batch.size === 0 ? value : blog
    else {
      const { post, losses } = fit(value, types)
      batch.set(post.id, merged(batch.get(post.id), candidateOf(post, losses)))
      if (batch.size < BATCH) continue
      await flush()
      onProgress(totals.posts())
    }
  }
  if (!signal.aborted) await flush()
  return {
    ...(destination?.blog !== undefined && { Blog: destination.blog }),
    Title: titleOf(blog, options),
    IsNew: destination?.isNew ?? true,
    ...totals.result(),
    IsStopped: signal.aborted
  }
}

/** The blog of an import. */
interface Destination {
  readonly isNew: boolean
  /** The id of the blog; undefined if a dry run would make it. */
  readonly blog?: number
  readonly store?: ReturnType<typeof postStore>
  readonly movePictures?: MovePictures | undefined
}

const withPictures =
  (movePictures: MovePictures) =>
  async (candidate: Candidate): Promise<Candidate> => {
    const { post, losses } = await movePictures(candidate.post)
    return { ...candidate, post, losses: [...candidate.losses, ...losses] }
  }

/** Posts whose pictures are fetched at the same time. */
const MAX_AT_ONCE = 4

const concurrently = async <T>(items: readonly T[], work: (item: T) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  const waiting = [...items.entries()]
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, takeTurns))
  return results
}
