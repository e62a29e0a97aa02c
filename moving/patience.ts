/** Lets exports and imports wait while the database is busy or away: they have time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isTemporary, temporaryReason } from '../plugins/faults/temporary.ts'

/** Milliseconds for which a task is tried again, and of the first and the longest pause between two attempts. */
const PATIENCE = 60_000
const PAUSES = [250, 4000] as const

/** The service is overloaded, or the database does not answer, for longer than a task waits. */
export class Away extends Error {}

/**
 * Runs a task again as long as the service is overloaded, or the database does not answer.
 * @param signal ends the waiting
 * @throws Away if that does not end within a minute; other errors at once
 */
export const patiently = async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const end = performance.now() + PATIENCE
  let pause: number = PAUSES[0]
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (performance.now() + pause > end || signal?.aborted === true) {
        throw new Away(temporaryReason(error), { cause: error })
      }
    }
    await sleep(pause, undefined, { signal }).catch(() => {})
    pause = Math.min(2 * pause, PAUSES[1])
  }
}
