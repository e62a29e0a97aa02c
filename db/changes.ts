/** The change feed: what has changed in the database since it was last asked, whoever made the change. */
import { connect, type Pool } from './client.ts'
import { findPrimary } from './primary.ts'

/** A change: of a blog or its posts, posts of no blog, the end of a session, or of anything at all. */
export type Tag = `blog:${number}` | 'blogs' | 'sessions' | 'everything'

/** The tag of one blog and its posts. */
export const blogTag = (blogId: number): Tag => `blog:${blogId}`

/** Tags that documents depend on, of a noted change: lists of blogs depend on each blog. */
const tagsOf = (noted: string): readonly Tag[] => {
  const [, blog] = /^blog:(\d+)$/.exec(noted) ?? []
  if (blog !== undefined) return [blogTag(Number(blog)), 'blogs']
  if (noted === 'posts') return ['blogs']
  return noted === 'sessions' ? ['sessions'] : ['everything']
}

/** Milliseconds between two questions when no bell rings: the most that a lost bell can cost. */
const INTERVAL = 500
/** Milliseconds the database may take to answer. */
const PATIENCE = 1400
/** Milliseconds before a lost database is tried again. */
const RETRY = 250
/** Notes are swept after this many milliseconds. */
const RETENTION = 10 * 60 * 1000
/** More changes than this at once are not told apart. */
const MAX_CHANGES = 10_000

export interface Feed {
  /** When everything committed before was last known here, in milliseconds of `performance.now()`. */
  completeAt: () => number
  /** Whether the last question failed, and no later one has been answered. */
  isAway: () => boolean
  /** Resolves when a question that begins after this call was answered, or could not be. */
  next: () => Promise<void>
  close: () => Promise<void>
}

/** Told of changes, and of the database's absence. */
export interface Listener {
  /** @param url address of the primary, before the first question there */
  readonly primary: (url: string) => void
  readonly change: (tags: ReadonlySet<Tag>) => void
  readonly away: (error: unknown) => void
  /** @param after milliseconds for which the database did not answer */
  readonly back: (after: number) => void
}

/** What the feed knew when it last asked. */
interface Mark {
  readonly at: number
  readonly snapshot: string
  readonly source: string
}

/** A promise that somebody else resolves. */
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
 * Follows the changes of a database on connections of its own, and for ever: lost ones are made again.
 * @param url PostgreSQL address; of several hosts, the primary is followed
 * @param on told of changes; once when the database stops answering; and when it answers again
 */
export const followChanges = (url: string, on: Listener): Feed => {
  const closing = new AbortController()
  let away = false
  let mark: Mark | undefined
  let swept: Mark | undefined
  let bell = signal()
  let answered = signal()

  const ask = async (sql: Pool) => {
    const waited = answered
    answered = signal()
    bell = signal()
    const at = performance.now()
    try {
      const { tags, ...read } = await answerOf(changesSince(sql, mark))
      if (away) on.back(mark === undefined ? 0 : at - mark.at)
      away = false
      mark = { at, ...read }
      if (tags.size > 0) on.change(tags)
    } finally {
      waited.resolve()
    }
  }

  const askAgainAndAgain = async (sql: Pool) => {
    await answerOf(sql.listen('desk_changes', () => bell.resolve()))
    while (!closing.signal.aborted) {
      await ask(sql)
      swept ??= mark
      if (mark !== undefined && swept !== undefined && mark.at - swept.at > RETENTION) {
        await answerOf(sweep(sql, swept))
        swept = mark
      }
      await orAfter(bell.promise, INTERVAL)
    }
  }

  const askPrimary = async () => {
    const primary = await answerOf(findPrimary(url))
    on.primary(primary)
    const sql = connect({ url: primary, max: 1 })
    try {
      await askAgainAndAgain(sql)
    } finally {
      // Ends the listening connection too. A frozen server must not hold up the next try.
      void sql.end({ timeout: 0 })
    }
  }

  const following = (async () => {
    while (!closing.signal.aborted) {
      await askPrimary().catch((error: unknown) => {
        if (!away) on.away(error)
        away = true
      })
      answered.resolve()
      answered = signal()
      bell = signal()
      if (!closing.signal.aborted) await orAfter(bell.promise, RETRY)
    }
  })()

  return {
    completeAt: () => mark?.at ?? -Infinity,
    isAway: () => away,
    next: () => {
      bell.resolve()
      return answered.promise
    },
    close: () => {
      closing.abort()
      bell.resolve()
      return following
    }
  }
}

/** An answer of the database, which may be frozen and never give one. */
const answerOf = <T>(answer: PromiseLike<T>): Promise<T> =>
  inTime(answer, PATIENCE, () => new Error(`The database did not answer within ${PATIENCE} ms`))

/**
 * The tags of the transactions that have become visible since a mark; `everything` when that cannot be told, because
 * there is no mark, or because server or table are others than before (a restart, a restore).
 * A snapshot says exactly which transactions it has seen, so a long one is told once, when it ends.
 */
const changesSince = async (sql: Pool, mark: Mark | undefined) => {
  const before = mark?.snapshot ?? null
  const [{ Noted, Snapshot, Source }] = await sql<[{ Noted: readonly string[]; Snapshot: string; Source: string }]>`
    with now as (select pg_current_snapshot() as snapshot)
    select now.snapshot::text as snapshot,
      (
        select pg_postmaster_start_time() || ' ' || oid || ' ' || relfilenode
        from pg_class where oid = 'changes'::regclass
      ) as source,
      (select coalesce(json_agg(tag), '[]') from (
        select distinct tag from changes
        where transaction >= pg_snapshot_xmin(${before}::text::pg_snapshot)
          and transaction < pg_snapshot_xmax(now.snapshot)
          and not pg_visible_in_snapshot(transaction, ${before}::text::pg_snapshot)
        limit ${MAX_CHANGES + 1}
      ) as visible) as noted
    from now`
  const isSure =
    mark !== undefined &&
    Source === mark.source &&
    Noted.length <= MAX_CHANGES &&
    performance.now() - mark.at < RETENTION
  const tags: ReadonlySet<Tag> = new Set(isSure ? Noted.flatMap(tagsOf) : ['everything'])
  return { tags, snapshot: Snapshot, source: Source }
}

/**
 * Forgets what every process has read by now, and what a restore brought along from a database that was further on.
 * By transactions and not by time: a long transaction's notes are seen only when it ends.
 */
const sweep = (sql: Pool, { snapshot }: Mark) => sql`
  delete from changes
  where transaction < pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
    or transaction >= pg_snapshot_xmax(pg_current_snapshot())`

/** Waits for a promise, but some milliseconds at most; what this process has not yet read of its sockets counts. */
export const orAfter = async (promise: Promise<void>, milliseconds: number) => {
  const { promise: elapsed, resolve } = signal()
  const timer = setTimeout(() => setImmediate(resolve), milliseconds).unref()
  await Promise.race([promise, elapsed])
  clearTimeout(timer)
}

/**
 * What a promise gives, if it does within some milliseconds.
 * @throws what `late` makes when it does not
 */
export const inTime = async <T>(promise: PromiseLike<T>, milliseconds: number, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    // After a long pause of this process the answer may lie in the socket already: it is read before the verdict.
    timer = setTimeout(() => setImmediate(() => reject(late())), milliseconds)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}
