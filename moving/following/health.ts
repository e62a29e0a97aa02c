/** Notes whether following works. The log has a line when it begins to fail, and one when it works again. */
import type { FastifyBaseLogger } from 'fastify'
import type { Hold } from '../../db/copies/index.ts'
import type { holds } from '../../db/syncs.ts'

export type Health = ReturnType<typeof healthOf>

/** Returns functions that note the health of a sync. */
export const healthOf = (states: ReturnType<typeof holds>, hold: Hold, log: FastifyBaseLogger) => {
  const { sync } = hold
  let isFailing = false
  return {
    /** Notes the newest change number of the source, as far as it says. */
    async progress(newest: number | undefined) {
      if (newest !== undefined) await states.progress(hold, newest)
    },
    /** Notes that a comparison is under way, which must be complete before another one may leave something out. */
    async begin() {
      await states.begin(hold)
    },
    /** Notes that everything up to a change number is copied. */
    async succeed(newest: number | undefined, wasCompared: boolean) {
      await states.succeed(hold, newest, wasCompared)
      if (isFailing) log.info({ sync }, 'a blog is followed again')
      isFailing = false
    },
    /** Notes why following does not work now. Never fails itself. */
    async fail(reason: string) {
      if (!isFailing) log.warn({ sync, reason }, 'a blog cannot be followed; its State has the reason until it can')
      isFailing = true
      await Promise.resolve(states.fail(hold, reason)).catch(() => {})
    }
  }
}
