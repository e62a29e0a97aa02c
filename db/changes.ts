/**
 * Changes of data that documents show. Triggers write a tag for each change to the table `changes`, in the transaction
 * of the change.
 */
import type { Pool } from './client.ts'
import { RETENTION } from './time-limits.ts'

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

/** The database as the last successful poll saw it. */
export interface Position {
  /** The start of the poll, in milliseconds of `performance.now()`. */
  readonly at: number
  /** The same by the clock of the machine. */
  readonly clock: number
  /** The `pg_snapshot` of the poll. */
  readonly snapshot: string
  /** Identifies the running server and the table `changes`. A restart or a restore changes it. */
  readonly source: string
}

/**
 * Returns the tags of the transactions that have become visible since a position. Returns `everything` if there is no
 * position or it is too old, if there are too many tags, and after a restart or a restore of the database.
 * Also returns whether a scheduled draft of an open blog is due.
 * A snapshot lists exactly which transactions are visible, so a long transaction is reported once, after it commits.
 */
export const changesSince = async (sql: Pool, position: Position | undefined) => {
  const lastSnapshot = position?.snapshot ?? null
  const [{ Tags, Snapshot, Source, IsDue }] = await sql<
    [{ Tags: readonly string[]; Snapshot: string; Source: string; IsDue: boolean }]
  >`
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
      ) as visible) as tags,
      is_draft_due() as is_due
    from now`
  const isComplete =
    position !== undefined &&
    Source === position.source &&
    Tags.length <= MAX_CHANGES &&
    // One of these clocks stands still while the machine is suspended, and the other one may be set back.
    performance.now() - position.at < RETENTION &&
    Date.now() - position.clock < RETENTION
  const tags: ReadonlySet<Tag> = new Set(isComplete ? Tags.flatMap(tagsOf) : ['everything'])
  return { tags, isDue: IsDue, snapshot: Snapshot, source: Source }
}

/**
 * Deletes the rows of `changes` that were visible at a position which is older than `RETENTION`, and those with
 * transaction ids that this server has not reached yet: a restore brought them from a server with higher ids. A process
 * that has not read them yet reports `everything`, because its own position is older still.
 * Compares transactions and not times, because the rows of a long transaction become visible only when it commits.
 */
export const sweep = (sql: Pool, { snapshot }: Position) => sql`
  delete from changes
  where transaction < pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
    or transaction >= pg_snapshot_xmax(pg_current_snapshot())`
