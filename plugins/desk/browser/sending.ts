/** Runs the tasks that send waiting texts and files to the service. */

/** How long a task waits before its next try. */
export interface Pause {
  /** Milliseconds after which the task starts by itself. */
  readonly delay: number
  /** Milliseconds for which the service asks. Nothing starts the task earlier. */
  readonly retryAfter?: number
}

/** Milliseconds that the service may ask for, at most. */
const MAX_RETRY_AFTER = 60_000

/**
 * Returns a function that starts a task unless it runs or has to wait. The task also starts when the browser is online
 * again.
 * @param task resolves to the pause before its next try; to nothing if it needs none
 */
export const oneAtATime = (task: () => Promise<Pause | undefined>): (() => void) => {
  let isRunning = false
  let timer: number | undefined
  /** The time, as of `performance.now()`, until which the service asks the page to wait. */
  let waitsUntil = 0

  const run = async () => {
    const pause = await task()
    if (pause === undefined) return
    waitsUntil = performance.now() + Math.min(MAX_RETRY_AFTER, pause.retryAfter ?? 0)
    timer = setTimeout(start, pause.delay)
  }
  const start = () => {
    if (isRunning) return
    clearTimeout(timer)
    const wait = waitsUntil - performance.now()
    if (wait > 0) {
      timer = setTimeout(start, wait)
      return
    }
    isRunning = true
    void run().finally(() => {
      isRunning = false
    })
  }
  addEventListener('online', start)
  return start
}
