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
  /** Asks, unless that is under way. Resolves when it is done, and when it could not be. */
  catchUp: () => Promise<void>
  /** Asks, beginning after now: then all that was committed until now has been heard, or `completeAt` stays behind. */
  hearAll: () => Promise<void>
  close: () => Promise<void>
}

/** More changes than this at once are not told apart. */
const MAX_CHANGES = 10_000

/**
 * Starts hearing, as soon as the database answers.
 * @param hear called with every change, once each as a rule
 * @param report called once when changes cannot be heard any more
 */
export const hearChanges = (sql: Pool, hear: (heard: Heard) => void, report: (error: unknown) => void): Hearing => {
  let horizon: string | undefined
  let completeAt = -Infinity
  let swept: { at: number, horizon: string } | undefined
  /** Changes that have been told, as transaction and tag, of transactions that may still be asked about. */
  let told = new Set<string>()
  const closing = new AbortController()

  const tellNews = (changes: readonly string[]) => {
    const news = changes.filter((change) => !told.has(change))
    for (const change of news) told.add(change)
    if (news.length > 0) hear([...new Set(news.map(tagOf))])
  }

  const ask = async () => {
    const began = performance.now()
    // Transactions below the horizon had ended when it was taken: what they noted has been seen.
    const [{ Changes, Horizon }] = await sql<[{ Changes: readonly string[], Horizon: string }]>`
      select coalesce(json_agg(transaction || ' ' || tag), '[]') as changes, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
      from (select transaction, tag from changes where transaction >= ${horizon ?? null}::text::xid8 limit ${MAX_CHANGES + 1}) as noted`
    // A database that has been put back to an earlier state counts its transactions from there.
    const isRestored = horizon !== undefined && BigInt(Horizon) < BigInt(horizon)
    if (isRestored || Changes.length > MAX_CHANGES || began - completeAt > RETENTION) hear('everything')
    else tellNews(Changes)
    if (Horizon !== horizon) told = new Set([...told].filter((change) => BigInt(transactionOf(change)) >= BigInt(Horizon)))
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
      listening ??= await sql.listen('desk_changes', (change) => tellNews([change]))
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

  let askingNext: Promise<void> | undefined
  const hearAll = () => {
    askingNext ??= (async () => {
      await asking
      askingNext = undefined
      await catchUp()
    })()
    return askingNext
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
    hearAll,
    close: async () => {
      closing.abort()
      await hearing
      await listening?.unlisten().catch(report)
    }
  }
}

const transactionOf = (change: string) => change.slice(0, change.indexOf(' '))
const tagOf = (change: string) => change.slice(change.indexOf(' ') + 1)
