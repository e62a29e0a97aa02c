/** Hears what changes in the database, whoever writes: at once by NOTIFY, and by asking twice a second, lest one be lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from './client.ts'

/** How often to ask, in milliseconds: the most that a lost notification can cost. */
const INTERVAL = 500
/** Changes are kept at least this long, in milliseconds; who has not asked for longer cannot know what it missed. */
const RETENTION = 10 * 60 * 1000

/** What a listener is told: the tags that changed (a table, or a blog as `blog:7`), or that anything may have. */
export type Heard = readonly string[] | 'everything'

export interface Hearing {
  /** When the picture of the database was last known to be complete, in milliseconds of `performance.now()`. */
  completeAt: () => number
  /** Asks now; those who want it at the same time share one asking. Resolves when it is done, and when it could not be. */
  catchUp: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts hearing, as soon as the database answers.
 * @param hear called with every change, more than once at times
 * @param report called once when changes cannot be heard any more
 */
export const hearChanges = (sql: Pool, hear: (heard: Heard) => void, report: (error: unknown) => void): Hearing => {
  let horizon: string | undefined
  let completeAt = -Infinity
  let swept: { at: number, horizon: string } | undefined
  let counted: Readonly<Record<string, number>> = {}
  const closing = new AbortController()

  const ask = async () => {
    const began = performance.now()
    // Transactions below the horizon had ended when it was taken: what they noted has been seen.
    const [{ Counts, Horizon }] = await sql<[{ Counts: Readonly<Record<string, number>>, Horizon: string }]>`
      select coalesce(json_object_agg(tag, count), '{}') as counts, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
      from (select tag, count(*) from changes where transaction >= ${horizon ?? null}::text::xid8 group by tag) as noted`
    // A transaction that stays open holds the horizon back; meanwhile only what is counted anew is news.
    const tags = Object.keys(Counts).filter((tag) => Counts[tag] !== counted[tag])
    // A database that has been put back to an earlier state counts its transactions from there.
    const isRestored = horizon !== undefined && BigInt(Horizon) < BigInt(horizon)
    if (isRestored || began - completeAt > RETENTION) hear('everything')
    else if (tags.length > 0) hear(tags)
    counted = Horizon === horizon ? Counts : {}
    horizon = Horizon
    completeAt = began
    swept ??= { at: began, horizon }
    if (began - swept.at < RETENTION) return
    // By transactions and not by time: what a long one has noted is seen only when it ends.
    await sql`delete from changes where transaction < ${swept.horizon}::text::xid8`
    swept = { at: began, horizon }
  }

  let away = false
  let listening: { unlisten: () => Promise<void> } | undefined
  const askAndListen = async () => {
    try {
      await ask()
      // The driver listens again when only that connection breaks, but gives up while the whole database is away.
      listening ??= await sql.listen('desk_changes', (tag) => hear([tag]))
      away = false
    } catch (error) {
      if (!away && !closing.signal.aborted) report(error)
      away = true
      listening = undefined
    }
  }

  let asking: Promise<void> | undefined
  const catchUp = () => {
    asking ??= askAndListen().finally(() => { asking = undefined })
    return asking
  }

  const hearing = (async () => {
    while (!closing.signal.aborted) {
      await catchUp()
      await sleep(INTERVAL, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()

  return {
    completeAt: () => completeAt,
    catchUp,
    close: async () => {
      closing.abort()
      await hearing
      await listening?.unlisten().catch(report)
    }
  }
}
