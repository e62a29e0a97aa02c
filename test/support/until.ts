/** Waits for conditions. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'

/** The value, or some of its properties. */
type Part<T> = T | { readonly [K in keyof T as K]?: T[K] }

/**
 * Reads a value until it is accepted. Returns the accepted value.
 * @param wanted accepts the value, or is the value or a part of it; by default, any value that is true
 * @param times in milliseconds: the time between two readings, and the limit
 * @throws Error with the condition and the last value if the limit passes before, also while a reading hangs
 */
export const until = async <T>(
  read: () => T | Promise<T>,
  wanted: ((value: T) => boolean) | NoInfer<Part<T>> = Boolean,
  { pause = 10, limit = 30_000 } = {}
): Promise<T> => {
  const isAccepted = (value: T) => (isCondition<T>(wanted) ? wanted(value) : isLike(value, wanted))
  const done = new AbortController()
  let last: T | undefined
  const expired = sleep(limit, undefined, { signal: done.signal }).then(() => {
    const condition = isCondition(wanted) ? (wanted === Boolean ? read : wanted) : inspect(wanted)
    throw new Error(`${condition} is not true of ${inspect(last)} after ${limit} ms`)
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

const isCondition = <T>(wanted: unknown): wanted is (value: T) => boolean => typeof wanted === 'function'

const isLike = (value: unknown, wanted: unknown): boolean =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
    ? Object.entries(wanted).every(([name, part]) => isDeepStrictEqual(Reflect.get(Object(value), name), part))
    : isDeepStrictEqual(value, wanted)
