/** Limits the number of tasks that run at the same time. */
import { httpErrors } from '@fastify/sensible'

/**
 * Runs a task when fewer than the maximum are running.
 * @param isUrgent whether it goes before all others that wait: it belongs to a request that has waited already, or that
 *   writes
 * @throws HttpError 503 if the task waits too long
 */
export type Gate = <T>(task: () => Promise<T>, isUrgent?: boolean) => Promise<T>

/** Numbers of tasks. */
export interface Load {
  /** Maximum of `running`. */
  readonly slots: number
  readonly running: number
  readonly waiting: number
}

/** Share of `maxWait` within which a task is let in promptly. */
const PROMPT = 1 / 4

/**
 * Creates a gate.
 * @param size maximum number of tasks that run at the same time
 * @param maxWait milliseconds that a task may wait before it runs
 * @param waited called with the milliseconds that a task has waited
 */
export const gate = (size: number, maxWait: number, waited = (_milliseconds: number) => {}) => {
  // Functions that let a task in, with the time since which it waits, the oldest first.
  const urgent = new Map<() => void, number>()
  const others = new Map<() => void, number>()
  let free = size

  // A short burst or pause makes tasks wait, too. Overload means that no task was let in promptly for all of `maxWait`,
  // and lasts until the queue is empty. Clients then learn within a quarter of `maxWait` that they should come back.
  let lastPromptEntry = performance.now()
  let isOverloaded = false
  const isFull = () => {
    const [oldest] = others.values()
    const now = performance.now()
    if (oldest === undefined) isOverloaded = false
    else if (now - lastPromptEntry > maxWait) isOverloaded = true
    return isOverloaded && oldest !== undefined && now - oldest > maxWait * PROMPT
  }
  const enteredAfter = (milliseconds: number) => {
    if (milliseconds < maxWait * PROMPT) lastPromptEntry = performance.now()
    waited(milliseconds)
  }

  const waitForTurn = (isUrgent: boolean) =>
    new Promise<void>((resolve, reject) => {
      if (!isUrgent && isFull()) return reject(overloaded())
      const queue = isUrgent ? urgent : others
      const now = performance.now()
      if (others.size === 0) lastPromptEntry = now
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        enteredAfter(performance.now() - now)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        reject(overloaded())
      }, maxWait)
      queue.set(enter, now)
    })

  const run: Gate = async (task, isUrgent = false) => {
    if (free === 0) await waitForTurn(isUrgent)
    else {
      free -= 1
      enteredAfter(0)
    }
    try {
      return await task()
    } finally {
      const [next] = urgent.size > 0 ? urgent.keys() : others.keys()
      if (next === undefined) free += 1
      else next()
    }
  }
  return { run, isFull, load: (): Load => ({ slots: size, running: size - free, waiting: urgent.size + others.size }) }
}

const overloaded = () => httpErrors.serviceUnavailable('The service is overloaded; try again shortly')
