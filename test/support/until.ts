/** Waits for conditions. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

/**
 * Reads a value until it is accepted. Returns the accepted value.
 * @param isAccepted by default, accepts what is true
 * @param times in milliseconds: the time between two readings, and the limit
 * @throws Error with the condition and the last value if the limit passes before, also while a reading hangs
 */
export const until = async <T>(
  read: () => T | Promise<T>,
  isAccepted: (value: T) => boolean = Boolean,
  { pause = 10, limit = 30_000 } = {}
): Promise<T> => {
  const done = new AbortController()
  let last: T | undefined
  const expired = sleep(limit, undefined, { signal: done.signal }).then(() => {
    throw new Error(`${isAccepted === Boolean ? read : isAccepted} is not true of ${inspect(last)} after ${limit} ms`)
  })
  try {
    for (;;) {
      const value = await Promise.race([read(), expired])
      if (isAccepted(value)) return value
      last = value
      await Promise.race([sleep(pause), expired])
    }
  } finally {
    expired.catch(() => {})
    done.abort()
  }
}
