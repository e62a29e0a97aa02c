/** Limits the number of tasks that run at the same time. */
import { httpErrors } from '@fastify/sensible'

/** Runs a task when fewer than the maximum are running. @throws HttpError 503 if the task waits too long for that */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>

/** Numbers of tasks. */
export interface Load {
  /** Maximum of `running`. */
  readonly slots: number
  readonly running: number
  readonly waiting: number
}

/**
 * Share of `maxWait`. When the oldest task in the queue has waited this long, new tasks are refused at once: they
 * would probably wait too long, and the client should hear so early.
 */
const FULL = 1 / 2

/**
 * Creates a gate.
 * @param size maximum number of tasks that run at the same time
 * @param maxWait milliseconds that a task may wait before it runs
 * @param waited called with the milliseconds that a task has waited
 */
export const gate = (size: number, maxWait: number, waited = (_milliseconds: number) => {}) => {
  // Functions that let a task in, with the time since which it waits, the oldest first.
  const queue = new Map<() => void, number>()
  let free = size

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const now = performance.now()
      const [oldest = now] = queue.values()
      if (now - oldest > maxWait * FULL) return reject(overloaded())
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        waited(performance.now() - now)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        reject(overloaded())
      }, maxWait)
      queue.set(enter, now)
    })

  const run: Gate = async (task) => {
    if (free === 0) await waitForTurn()
    else {
      free -= 1
      waited(0)
    }
    try {
      return await task()
    } finally {
      const [next] = queue.keys()
      if (next === undefined) free += 1
      else next()
    }
  }
  return { run, load: (): Load => ({ slots: size, running: size - free, waiting: queue.size }) }
}

const overloaded = () => httpErrors.serviceUnavailable('The service is overloaded; try again shortly')
