/** Waits for conditions. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

/**
 * Reads a value until it is accepted. Returns the accepted value.
 * @param isAccepted by default, accepts what is true
 * @param times in milliseconds: the time between two readings, and the limit
 * @throws Error with the condition and the last value if the limit passes before
 */
export const until = async <T>(
  read: () => T | Promise<T>,
  isAccepted: (value: T) => boolean = Boolean,
  { pause = 10, limit = 30_000 } = {}
): Promise<T> => {
  for (const end = performance.now() + limit; ; await sleep(pause)) {
    const value = await read()
    if (isAccepted(value)) return value
    if (performance.now() > end) {
      throw new Error(
        `${isAccepted === Boolean ? read : isAccepted} is not true of ${inspect(value)} after ${limit} ms`
      )
    }
  }
}
