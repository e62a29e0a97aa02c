/** Ends requests that stay silent for too long, even if the device slept meanwhile. */

/** Milliseconds between two looks at the clock. */
const TICK = 5_000

export interface Watch {
  /** Aborts the request. */
  readonly signal: AbortSignal
  /** Something has arrived. @param limit milliseconds in which more must arrive */
  readonly expectWithin: (limit: number) => void
  /** Ends the request and the watch. */
  readonly end: () => void
}

/**
 * Watches a request until it ends.
 * @param owner ends the request, too
 * @param limit milliseconds in which something must arrive
 */
export const watch = (owner: AbortSignal, limit: number): Watch => {
  const controller = new AbortController()
  let allowed = limit
  let heardAt = Date.now()
  let ticks = 0

  // Timers may stop while a device sleeps, and a clock may be set: each of the two notices one of them.
  const look = () => {
    ticks += 1
    if (Math.max(ticks * TICK, Math.abs(Date.now() - heardAt)) >= allowed) end()
  }
  const end = () => {
    clearInterval(timer)
    owner.removeEventListener('abort', end)
    controller.abort()
  }
  const timer = setInterval(look, TICK)
  owner.addEventListener('abort', end)
  if (owner.aborted) end()

  return {
    signal: controller.signal,
    expectWithin: (next) => {
      allowed = next
      heardAt = Date.now()
      ticks = 0
    },
    end
  }
}

/** Resolves after a time, or when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
