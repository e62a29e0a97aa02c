/**
 * The change feed: reports which tags have changed in the database, whichever process made the change. Triggers write
 * a tag for each change to the table `changes` and notify the channel `desk_changes`; the feed polls the table.
 */
import { connect, type Pool } from './client.ts'
import { findPrimary } from './primary.ts'
import { POLL_INTERVAL, POLL_TIMEOUT, RETENTION, RETRY_DELAY, waitAtMost, withTimeout } from './time-limits.ts'

/**
 * Names the data that has changed and that documents depend on: `blog:7` is blog 7 with its posts, `blogs` is lists of
 * blogs and posts, `sessions` is the end of a session, and `everything` is all data.
 */
export type Tag = `blog:${number}` | 'blogs' | 'sessions' | 'everything'

/** Returns the tag of a blog and its posts. */
export const blogTag = (blogId: number): Tag => `blog:${blogId}`

/**
 * Returns the tags for a row of the table `changes`. Lists of blogs depend on each blog, so its change adds `blogs`.
 */
const tagsOf = (storedTag: string): readonly Tag[] => {
  const [, blog] = /^blog:(\d+)$/.exec(storedTag) ?? []
  if (blog !== undefined) return [blogTag(Number(blog)), 'blogs']
  if (storedTag === 'posts') return ['blogs']
  return storedTag === 'sessions' ? ['sessions'] : ['everything']
}

/** A poll that finds more tags than this reports `everything` instead. */
const MAX_CHANGES = 10_000

export interface Feed {
  /**
   * Returns the start of the last successful poll, in milliseconds of `performance.now()`. All changes committed before
   * then have been reported.
   */
  completeAt: () => number
  /** Returns whether the last poll failed. */
  isUnreachable: () => boolean
  /** Polls at once. Resolves when a poll that began after this call has succeeded or failed. */
  nextPoll: () => Promise<void>
  close: () => Promise<void>
}

export interface Listener {
  /** Called with the address of the primary before its first poll. */
  readonly onPrimary: (url: string) => void
  readonly onChange: (tags: ReadonlySet<Tag>) => void
  /** Called when a poll fails, but not again until one has succeeded. */
  readonly onUnreachable: (error: unknown) => void
  /**
   * Called when a poll succeeds after others failed.
   * @param after milliseconds since the last successful poll; 0 if no poll has succeeded before
   */
  readonly onRecovered: (after: number) => void
}

/** The database as the last successful poll saw it. */
interface Position {
  /** The start of the poll, in milliseconds of `performance.now()`. */
  readonly at: number
  /** The `pg_snapshot` of the poll. */
  readonly snapshot: string
  /** Identifies the running server and the table `changes`. A restart or a restore changes it. */
  readonly source: string
}

/** A promise with its resolve function. */
interface Signal {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

const signal = (): Signal => {
  let resolve = () => {}
  const promise = new Promise<void>((_resolve) => {
    resolve = _resolve
  })
  return { promise, resolve }
}

/**
 * Polls a database for changes until it is closed, on two connections that requests don't use. Reconnects after a
 * failed poll.
 * @param url PostgreSQL address; of several hosts, the primary is polled
 */
export const followChanges = (url: string, { onPrimary, onChange, onUnreachable, onRecovered }: Listener): Feed => {
  const closing = new AbortController()
  let isUnreachable = false
  let position: Position | undefined
  let sweptUpTo: Position | undefined
  // Resolved to poll before the interval has passed.
  let wakeUp = signal()
  // Resolved when the next poll to begin has finished.
  let pollEnd = signal()

  const poll = async (sql: Pool) => {
    const thisPollEnd = pollEnd
    pollEnd = signal()
    wakeUp = signal()
    const at = performance.now()
    try {
      const { tags, ...seen } = await withPollTimeout(changesSince(sql, position))
      if (isUnreachable) onRecovered(position === undefined ? 0 : at - position.at)
      isUnreachable = false
      position = { at, ...seen }
      if (tags.size > 0) onChange(tags)
    } finally {
      thisPollEnd.resolve()
    }
  }

  const pollUntilFailure = async (sql: Pool) => {
    await withPollTimeout(sql.listen('desk_changes', () => wakeUp.resolve()))
    while (!closing.signal.aborted) {
      await poll(sql)
      sweptUpTo ??= position
      if (position !== undefined && sweptUpTo !== undefined && position.at - sweptUpTo.at > RETENTION) {
        await withPollTimeout(sweep(sql, sweptUpTo))
        sweptUpTo = position
      }
      await waitAtMost(wakeUp.promise, POLL_INTERVAL)
    }
  }

  const pollPrimary = async () => {
    const primary = await withPollTimeout(findPrimary(url))
    onPrimary(primary)
    const sql = connect({ url: primary, max: 1 })
    try {
      await pollUntilFailure(sql)
    } finally {
      // Also ends the listening connection. Not awaited: a frozen server must not delay the next connection.
      void sql.end({ timeout: 0 })
    }
  }

  const polling = (async () => {
    while (!closing.signal.aborted) {
      await pollPrimary().catch((error: unknown) => {
        if (!isUnreachable) onUnreachable(error)
        isUnreachable = true
      })
      pollEnd.resolve()
      pollEnd = signal()
      wakeUp = signal()
      if (!closing.signal.aborted) await waitAtMost(wakeUp.promise, RETRY_DELAY)
    }
  })()

  return {
    completeAt: () => position?.at ?? -Infinity,
    isUnreachable: () => isUnreachable,
    nextPoll: () => {
      wakeUp.resolve()
      return pollEnd.promise
    },
    close: () => {
      closing.abort()
      wakeUp.resolve()
      return polling
    }
  }
}

/** Rejects if the database doesn't answer in time: a frozen server keeps the connection open and never answers. */
const withPollTimeout = <T>(answer: PromiseLike<T>): Promise<T> =>
  withTimeout(answer, POLL_TIMEOUT, () => new Error(`The database did not answer within ${POLL_TIMEOUT} ms`))

/**
 * Returns the tags of the transactions that have become visible since a position. Returns `everything` if there is no
 * position or it is too old, if there are too many tags, and after a restart or a restore of the database.
 * A snapshot lists exactly which transactions are visible, so a long transaction is reported once, after it commits.
 */
const changesSince = async (sql: Pool, position: Position | undefined) => {
  const lastSnapshot = position?.snapshot ?? null
  const [{ Tags, Snapshot, Source }] = await sql<[{ Tags: readonly string[]; Snapshot: string; Source: string }]>`
    with now as (select pg_current_snapshot() as snapshot)
    select now.snapshot::text as snapshot,
      (
        select pg_postmaster_start_time() || ' ' || oid || ' ' || relfilenode
        from pg_class where oid = 'changes'::regclass
      ) as source,
      (select coalesce(json_agg(tag), '[]') from (
        select distinct tag from changes
        where transaction >= pg_snapshot_xmin(${lastSnapshot}::text::pg_snapshot)
          and transaction < pg_snapshot_xmax(now.snapshot)
          and not pg_visible_in_snapshot(transaction, ${lastSnapshot}::text::pg_snapshot)
        limit ${MAX_CHANGES + 1}
      ) as visible) as tags
    from now`
  const isComplete =
    position !== undefined &&
    Source === position.source &&
    Tags.length <= MAX_CHANGES &&
    performance.now() - position.at < RETENTION
  const tags: ReadonlySet<Tag> = new Set(isComplete ? Tags.flatMap(tagsOf) : ['everything'])
  return { tags, snapshot: Snapshot, source: Source }
}

/**
 * Deletes the rows of `changes` that every process has read by now, and those with transaction ids that this server
 * has not reached yet: a restore brought them from a server with higher ids.
 * Compares transactions and not times, because the rows of a long transaction become visible only when it commits.
 */
const sweep = (sql: Pool, { snapshot }: Position) => sql`
  delete from changes
  where transaction < pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
    or transaction >= pg_snapshot_xmax(pg_current_snapshot())`
