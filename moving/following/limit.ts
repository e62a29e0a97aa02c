/** Limits the posts that a sync brings, so that no source can fill the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Copies, Hold } from '../../db/copies/index.ts'
import type { Health } from './health.ts'

/** Posts of a sync, copied or parked, at most. A few more may come, because not each change counts them. */
const MAX_POSTS = 100_000
/** Number of changes after which the posts are counted again. */
const COUNTED = 500
/** Milliseconds until the next count, if there are too many: editors may have dismissed parked changes. */
const PAUSE = 60_000

const TOO_MANY =
  `The source has brought ${MAX_POSTS} posts, which is the most that a blog follows: nothing more is copied. ` +
  'To go on, follow it in another blog'

/**
 * Returns a store that takes no further change when its sync has brought too many posts. The follower then waits, with
 * the reason in the state of its sync, and does not ask the source again.
 * @param signal ends following
 */
export const withLimit = (store: Copies, { fail }: Health, signal: AbortSignal): Copies => {
  let uncounted = 0
  const untilRoom = async (hold: Hold) => {
    while (!signal.aborted && (await store.count(hold)) >= MAX_POSTS) {
      await fail(TOO_MANY)
      await sleep(PAUSE, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return {
    ...store,
    async apply(hold, change) {
      if (uncounted === 0) await untilRoom(hold)
      if (signal.aborted) return 'lost'
      uncounted = (uncounted + 1) % COUNTED
      return store.apply(hold, change)
    }
  }
}
