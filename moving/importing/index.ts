/** Stores the posts of a source as a blog: in batches, each once, however often the import is run. */
import type { Pool, Sql } from '../../db/client.ts'
import { transact } from '../../db/transactions.ts'
import { importedPosts } from '../../db/imports/posts.ts'
import { rehearsedPosts } from '../../db/imports/rehearsal.ts'
import { importTargets } from '../../db/imports/target.ts'
import { detached } from '../detached.ts'
import { fit } from '../fit.ts'
import { lost, type Foreign, type ForeignBlog, type ForeignPost, type Loss } from '../foreign.ts'
import { Away, patiently } from '../patience.ts'
import type { PictureOwner } from '../pictures/archive.ts'
import type { MovedPost } from '../pictures/index.ts'
import { explainLoss } from './dry-run.ts'
import { lossCounter, withOutcome, type BlogReport, type ImportReport } from './report.ts'
import { candidateOf, merged, type Candidate } from './rows.ts'
import { postStore, type Outcome } from './store.ts'
import { lossesOf, targets, titleOf, type Wishes } from './target.ts'

export type { ImportReport } from './report.ts'

/** Moves the pictures of posts into the archive. */
export type MovePictures = (post: ForeignPost) => Promise<MovedPost<ForeignPost>>

export interface ImportOptions extends Wishes {
  readonly sql: Pool
  /** Whether the source lists the newest posts first: it decides which of two posts of one moment is above. */
  readonly newestFirst: boolean
  /** The connection of a dry run, which stores nothing; undefined for a real run. */
  readonly rehearsal?: Sql | undefined
  /** Returns the id of the creator of a blog. */
  readonly creatorOf: (blog: number) => Promise<number>
  /** Returns the function that moves pictures; undefined leaves them where they are. */
  readonly picturesFor: (owner: PictureOwner) => MovePictures | undefined
  /** Stops the import after the current batch. */
  readonly signal: AbortSignal
  readonly onProgress: (posts: number) => void
  readonly onLoss: (loss: Loss) => void
}

/** Batches with new posts after which the tables are analysed: soon, and when they have grown. */
const ANALYSED = [1, 16, 256]

/** The kind of loss that readers report if they could not read the whole source. */
const MISSING = 'missing posts'

/** States of posts that are stored in one transaction, and characters after which no further one is added to them. */
const BATCH = 500
const BATCH_CHARACTERS = 2_000_000

/**
 * Imports a blog.
 * @param items begins with a blog, apart from losses
 * @returns a report of what was stored, also if the database was away for more than a minute: the next run continues
 * @throws Error if the source cannot be read, or the operator must say more. Batches that were stored stay
 */
export const runImport = async (items: AsyncIterable<Foreign>, options: ImportOptions): Promise<ImportReport> => {
  const { sql, signal, onProgress, onLoss } = options
  /** Waits until the database is back, but for a dry run: its notes were lost with its connection. */
  const insisting = <T>(task: () => Promise<T>) =>
    options.rehearsal === undefined ? patiently(task, signal) : task().catch(explainLoss)
  const { postTypes, blogTypes } = importTargets(sql)
  const [types, typesOfBlogs] = await insisting(() => Promise.all([postTypes(), blogTypes()]))
  const losses = lossCounter(onLoss)
  const destinations = new Map<string, Destination>()
  let blog: ForeignBlog = { kind: 'blog', id: '' }
  let batch = new Map<string, Candidate>()
  let [states, characters] = [0, 0]
  let count = 0
  let batches = 0
  let reason: string | undefined

  /** Stores the posts that have been read. */
  const flush = async () => {
    const candidates = [...batch.values()]
    batch = new Map()
    ;[states, characters] = [0, 0]
    const opened = destinations.get(blog.id)
    const destination = opened ?? (await insisting(() => open(blog, destinations.size, options)))
    if (opened === undefined && destination.report.IsNew) losses.count(lossesOf(blog, typesOfBlogs))
    destinations.set(blog.id, destination)
    // If nobody knows whether a batch was stored, it is stored again, and nothing twice.
    const outcome = await insisting(() => destination.store(candidates))
    losses.count(outcome.losses)
    destination.report = withOutcome(destination.report, outcome)
    count += candidates.length
    const isStored = outcome.added > 0 && options.rehearsal === undefined
    batches += isStored ? 1 : 0
    if (isStored && ANALYSED.includes(batches)) {
      await insisting(() => transact(sql, (transaction) => importTargets(transaction).analyse()))
    }
    onProgress(count)
  }

  const storeAll = async () => {
    for await (const value of untilStopped(items, signal)) {
      if (value.kind === 'loss') losses.count([value])
      else if (value.kind === 'blog') {
        if (batch.size > 0) await flush()
        blog = { ...value, id: detached(value.id) }
      } else {
        const { post, losses: ofPost } = fit(value, types)
        const candidate = candidateOf(post, [...ofPost, ...undecoded({ ...value, id: post.id })])
        batch.set(post.id, merged(batch.get(post.id), candidate))
        // States, not posts: a file can have a million states of one post, and each has the hashes of those before it.
        states += 1
        characters += post.content.length
        if (states === BATCH || characters >= BATCH_CHARACTERS) await flush()
      }
    }
    if (!signal.aborted && (batch.size > 0 || destinations.size === 0)) await flush()
  }
  await storeAll().catch((error: unknown) => {
    if (!(error instanceof Away)) throw error
    if (!signal.aborted) reason = error.message
  })
  return {
    Blogs: [...destinations.values()].map(({ report }) => report),
    Losses: losses.result(),
    IsIncomplete: losses.result().some(({ What }) => What === MISSING),
    IsStopped: signal.aborted || reason !== undefined,
    ...(reason !== undefined && { Reason: reason })
  }
}

/** Returns the loss of characters that could not be decoded, and so became U+FFFD, if a post has any. */
const undecoded = ({ id, content }: ForeignPost): readonly Loss[] =>
  content.includes('\uFFFD')
    ? [lost(id, 'characters', 'Characters of the content cannot be read: they are U+FFFD.')]
    : []

/** Yields the items of a source until the operator stops the import, which ends the reading of a silent source too. */
async function* untilStopped(items: AsyncIterable<Foreign>, signal: AbortSignal): AsyncGenerator<Foreign> {
  try {
    for await (const value of items) {
      if (signal.aborted) return
      yield value
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** A blog into which posts are imported. */
interface Destination {
  report: BlogReport
  /** Stores a batch of posts, or says what that would do. */
  readonly store: (batch: readonly Candidate[]) => Promise<Outcome>
}

/**
 * Opens the blog of an import, and makes it if necessary.
 * @param number tells the blogs of an import apart
 */
const open = async (blog: ForeignBlog, number: number, options: ImportOptions): Promise<Destination> => {
  const { sql, newestFirst, rehearsal, creatorOf, picturesFor } = options
  const { find, prepare } = targets(sql, options)
  const report = { Title: detached(titleOf(blog, options)), Added: 0, Changed: 0, Unchanged: 0 }
  if (rehearsal !== undefined) {
    const place = await find(blog, creatorOf)
    const posts = rehearsedPosts(rehearsal, { number, ...place })
    const store = postStore({ run: (work) => work(posts), blogId: blog.id, shift: '0', newestFirst })
    return {
      report: { ...report, ...(place.blog !== undefined && { Blog: place.blog }), IsNew: place.blog === undefined },
      store: (batch) => storeBatch(batch, store, undefined, options)
    }
  }
  const target = await prepare(blog, creatorOf)
  const store = postStore({
    run: (work) => transact(sql, (inner) => work(importedPosts(inner, target))),
    ...{ blogId: blog.id, shift: await importTargets(sql).shift(target), newestFirst }
  })
  return {
    report: { Blog: target.blog, ...report, IsNew: target.isNew },
    store: (batch) => storeBatch(batch, store, picturesFor(target), options)
  }
}

/** Stores those posts of a batch that no earlier import has stored, with their pictures. */
const storeBatch = async (
  candidates: readonly Candidate[],
  { newOrChanged, store }: ReturnType<typeof postStore>,
  movePictures: MovePictures | undefined,
  { signal }: ImportOptions
): Promise<Outcome> => {
  const fresh = await newOrChanged(candidates)
  const unchanged = candidates.length - fresh.length
  if (fresh.length === 0) return { added: 0, changed: 0, unchanged, losses: [] }
  const ready = movePictures === undefined ? fresh : await concurrently(fresh, withPictures(movePictures))
  // Pictures that were interrupted would stay where they are for ever.
  if (signal.aborted) return { added: 0, changed: 0, unchanged, losses: [] }
  const outcome = await store(ready)
  const losses = [...ready.flatMap((candidate) => candidate.losses), ...outcome.losses]
  return { ...outcome, unchanged: unchanged + outcome.unchanged, losses }
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
      results[index] = await work(item).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, takeTurns))
  return results
}
