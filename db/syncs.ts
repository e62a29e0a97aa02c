/** Queries for syncs: a sync copies the posts of another service into a blog. */
import type { Static } from 'typebox'
import { Syncs, type SyncState } from '../schemas/sync.ts'
import type { Hold } from './copies/index.ts'
import type { Sql } from './client.ts'
import { collection } from './collection.ts'
import { isFree } from './holds.ts'
import { HOLD } from './time-limits.ts'

export const syncs = (sql: Sql) => ({
  ...collection(sql, 'syncs', Syncs, 'Id'),

  /** Returns the state of a sync; undefined if there is no such sync. */
  async state(id: number): Promise<Static<typeof SyncState> | undefined> {
    const [row] = await sql<[Static<typeof SyncState>?]>`
      select syncs.id as sync, is_paused, coalesce(held_until > now(), false) as is_followed, c_id,
        greatest(newest_c_id, c_id) as newest_c_id, ${lagOf(sql)} as lag,
        (select count(*)::integer from parked_changes where sync = syncs.id) as parked,
        coalesce(failed_on > coalesce(succeeded_on, '-infinity'), false) as is_failing, error,
        succeeded_on, failed_on, compared_on
      from syncs left join sync_states on sync_states.sync = syncs.id
      where syncs.id = ${id}`
    return row
  }
})

/** Returns the number of changes between the cursor of a sync and the newest change of its source. */
const lagOf = (sql: Sql) => sql`greatest(coalesce(newest_c_id - coalesce(c_id, 0), 0), 0)`

/** A sync that a process may hold, with all values for following the other service. */
export interface FollowedSync {
  readonly Sync: number
  readonly Blog: number
  readonly Source: number
  /** Id of the user to whom the copies belong. */
  readonly Creator: number
  /** The address of the other blog. */
  readonly Address: string
  /** Type of the source. */
  readonly Type: string
  /** The change number of the last copied change. */
  readonly CId?: number
  readonly ComparedOn?: Date
}

/** The types of sources that can be followed. */
export const FOLLOWED: readonly string[] = ['chained blog', 'blog provider']

/**
 * Returns the condition that a sync is followed: it runs, its source has an address and is attached to the blog, and
 * the blog takes posts.
 */
const isFollowed = (sql: Sql) => sql`
  not is_paused and sources.type = any(string_to_array(${FOLLOWED.join()}, ',')) and sources.uri is not null
  and (syncs.blog, syncs.source) in (select blog, source from blog_sources)
  and closed_on is null and blogs.deleted_on is null`

/** Statements of the processes that follow. */
export const holds = (sql: Sql) => ({
  /**
   * Takes the syncs that nobody holds, and renews the holds of this process. One statement, because an idle process
   * repeats it every few seconds. Paused syncs and those of closed blogs are not held.
   * @returns all syncs that the process holds now
   */
  take: (holder: string) => sql<FollowedSync[]>`
    with held as (
      insert into sync_states as state (sync, holder, held_until)
      select syncs.id, ${holder}, now() + ${HOLD}::interval
      from syncs
      join sources on sources.id = syncs.source
      join blogs on blogs.id = syncs.blog
      left join sync_states on sync_states.sync = syncs.id
      where ${isFollowed(sql)}
        and (sync_states.sync is null or sync_states.holder = ${holder} or ${isFree(sql, sql`held_until`)})
      on conflict (sync) do update set holder = excluded.holder, held_until = excluded.held_until
      where state.holder = excluded.holder or ${isFree(sql, sql`state.held_until`)}
      returning sync, compared_on
    )
    select syncs.id as sync, syncs.blog, syncs.source, syncs.creator, sources.uri as address, sources.type, syncs.c_id,
      held.compared_on
    from held
    join syncs on syncs.id = held.sync
    join sources on sources.id = syncs.source
    order by syncs.id`,

  /** Ends the holds of a process, so that another one takes over at once. */
  release: (holder: string) => sql`update sync_states set held_until = '-infinity' where holder = ${holder}`,

  /** Notes the newest change number of a source while its changes are copied. */
  progress: ({ sync, holder }: Hold, newest: number) => sql`
    update sync_states set newest_c_id = ${newest} where sync = ${sync} and holder = ${holder}`,

  /** Notes that the last comparison is not complete. */
  begin: ({ sync, holder }: Hold) => sql`
    update sync_states set compared_on = null where sync = ${sync} and holder = ${holder}`,

  /** Notes that everything up to a change number is copied. The last failure stays on record. */
  succeed: ({ sync, holder }: Hold, newest: number | undefined, wasCompared: boolean) => sql`
    update sync_states set
      succeeded_on = clock_timestamp(),
      newest_c_id = coalesce(${newest ?? null}, newest_c_id),
      compared_on = case when ${wasCompared} then now() else compared_on end
    where sync = ${sync} and holder = ${holder}`,

  /** Notes why following does not work now. */
  fail: ({ sync, holder }: Hold, error: string) => sql`
    update sync_states set failed_on = clock_timestamp(), error = ${error} where sync = ${sync} and holder = ${holder}`,

  /** Returns numbers for metrics of all syncs that are followed. */
  measure: () => sql<SyncNumbers[]>`
    select syncs.id as sync, ${lagOf(sql)} as lag,
      extract(epoch from clock_timestamp() - succeeded_on)::float8 as success_age,
      (select count(*)::integer from parked_changes where sync = syncs.id) as parked
    from syncs
    join sources on sources.id = syncs.source
    join blogs on blogs.id = syncs.blog
    left join sync_states on sync_states.sync = syncs.id
    where ${isFollowed(sql)} order by syncs.id`
})

export interface SyncNumbers {
  readonly Sync: number
  /** Number of changes that are not copied yet. */
  readonly Lag: number
  /** Seconds since copying last succeeded, by the clock of the database; undefined if it never has. */
  readonly SuccessAge?: number
  readonly Parked: number
}
