/** The sync that a change belongs to, locked for its transaction. */
import type { Sql } from '../client.ts'

/** A sync that a process holds. */
export interface Hold {
  readonly sync: number
  readonly holder: string
}

/** The blog that gets the copies, and the settings of its sync. */
export interface Target {
  readonly Sync: number
  readonly Blog: number
  readonly Source: number
  readonly Creator: number
  /** Whether copies are published at once. */
  readonly Auto: boolean
  /** The change number of the last copied change. */
  readonly CId?: number
  /** Whether the blog takes changes: it is neither closed nor hidden. */
  readonly IsOpen: boolean
  /** The time of the transaction. */
  readonly Now: Date
}

/**
 * Locks a sync and its blog until the transaction ends.
 * @param hold by which the process must still hold the sync; a number stands for an editor, who needs no hold
 * @returns undefined if the sync is not held any more, is paused, is gone, or has lost its source
 */
export const lockTarget = async (sql: Sql, hold: Hold | number): Promise<Target | undefined> => {
  const isHeld =
    typeof hold === 'number'
      ? sql`true`
      : sql`not is_paused and exists (
          select from sync_states where sync = syncs.id and holder = ${hold.holder} and held_until > now())
        and (blog, source) in (select blog, source from blog_sources)`
  const [sync] = await sql<[Omit<Target, 'IsOpen'>?]>`
    select id as sync, blog, source, creator, auto, c_id, now() as now from syncs
    where id = ${typeof hold === 'number' ? hold : hold.sync} and ${isHeld} for no key update`
  if (sync === undefined) return undefined
  const [blog] = await sql<[{ IsOpen: boolean }?]>`
    select closed_on is null and deleted_on is null as is_open from blogs
    where id = ${sync.Blog} for no key update`
  return blog && { ...sync, ...blog }
}

/** Returns a time, or that of the transaction if the time is absent or lies in the future. */
export const past = (moment: Date | undefined, { Now }: Target): Date =>
  moment === undefined || moment > Now ? Now : moment
