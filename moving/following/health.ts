/** Notes how following fares. The log has a line when it begins to fail, and one when it works again. */
import type { FastifyBaseLogger } from 'fastify'
import type { Hold } from '../../db/copies/index.ts'
import type { holds } from '../../db/syncs.ts'

export interface Health {
  /** Notes the newest change number of the source, as far as it says. */
  readonly progress: (newest: number | undefined) => Promise<void>
  /** Notes that a comparison is under way, which must be complete before another one may leave something out. */
  readonly begin: () => Promise<void>
  /** Notes that everything up to a change number is copied. */
  readonly succeed: (newest: number | undefined, wasCompared: boolean) => Promise<void>
  /** Notes why following does not work now. Never fails itself. */
  readonly fail: (reason: string) => Promise<void>
}

/** Returns functions that note the health of a sync. */
export const healthOf = (states: ReturnType<typeof holds>, hold: Hold, log: FastifyBaseLogger): Health => {
  const { sync } = hold
  let isFailing = false
  return {
    async progress(newest) {
      if (newest !== undefined) await states.progress(hold, newest)
    },
    async begin() {
      await states.begin(hold)
    },
    async succeed(newest, wasCompared) {
      await states.succeed(hold, newest, wasCompared)
      if (isFailing) log.info({ sync }, 'a blog is followed again')
      isFailing = false
    },
    async fail(reason) {
      if (!isFailing) log.warn({ sync, reason }, 'a blog cannot be followed; its State has the reason until it can')
      isFailing = true
      await Promise.resolve(states.fail(hold, reason)).catch(() => {})
    }
  }
}
