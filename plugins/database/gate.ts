/** Limits the number of tasks that run at the same time, and the time in which a write may begin a statement. */
import { httpErrors } from '@fastify/sensible'
import { taskLocal } from '../../db/client.ts'
import { WRITE_WAIT } from '../../db/time-limits.ts'

/** A task in a gate. @param leave lets the next task in before this one ends, which needs the database no more */
export type Task<T> = (leave: () => void) => Promise<T>

/**
 * Runs a task when fewer than the maximum are running.
 * @param isUrgent whether it goes before all others that wait: it belongs to a request that has waited already, or that
 *   writes
 * @throws HttpError 503 if the task waits too long
 */
export type Gate = <T>(task: Task<T>, isUrgent?: boolean) => Promise<T>

/** Runs each task at once. */
export const withoutGate: Gate = (task) => task(() => {})

/** Numbers of tasks. */
export interface Load {
  /** Maximum of `running`. */
  readonly slots: number
  readonly running: number
  readonly waiting: number
}

/** The time, as of `performance.now()`, since which a task waits, and its place in the queue then, from 1. */
interface Arrival {
  readonly since: number
  readonly place: number
}

/** Share of `maxWait` that a task may have to wait while the gate is overloaded. */
const SHORT = 1 / 4
/** Overload ends when no task was refused for this many times `maxWait`. */
const RECOVERY = 5

/**
 * Creates a gate.
 * @param size maximum number of tasks that run at the same time
 * @param maxWait milliseconds that a task may wait before it runs
 * @param waited called with the milliseconds that a task has waited
 */
export const gate = (size: number, maxWait: number, waited?: (milliseconds: number) => void) => {
  // Functions that let a task in, the oldest first.
  const urgent = new Set<() => void>()
  const others = new Map<() => void, Arrival>()
  let free = size

  // A short burst or pause makes tasks wait, too, but they are all let in. Overload begins when a task has waited in
  // vain. From then on, a task is refused at once if it would wait for more than a quarter of `maxWait`: for each place
  // before it as long as the oldest has. The age of the oldest alone would tell too late, from a queue of a second.
  let lastRefusal = -Infinity
  const refuses = () => {
    const [oldest] = others.values()
    const now = performance.now()
    if (oldest === undefined || now - lastRefusal > maxWait * RECOVERY) return false
    const expectedWait = (now - oldest.since) * Math.max(1, others.size / oldest.place)
    if (expectedWait <= maxWait * SHORT) return false
    lastRefusal = now
    return true
  }

  const waitForTurn = (isUrgent: boolean) =>
    new Promise<void>((resolve, reject) => {
      if (!isUrgent && refuses()) return reject(overloaded())
      const queue = isUrgent ? urgent : others
      const since = performance.now()
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        waited?.(performance.now() - since)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        lastRefusal = performance.now()
        reject(overloaded())
      }, maxWait)
      if (isUrgent) urgent.add(enter)
      else others.set(enter, { since, place: others.size + 1 })
    })

  const run: Gate = async (task, isUrgent = false) => {
    if (free === 0) await waitForTurn(isUrgent)
    else {
      free -= 1
      waited?.(0)
    }
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      const [next] = urgent.size > 0 ? urgent.keys() : others.keys()
      if (next === undefined) free += 1
      else next()
    }
    try {
      return await task(leave)
    } finally {
      leave()
    }
  }
  return {
    run,
    /** Returns whether a task that is not urgent is refused now; if so, counts as a refusal. */
    refuses,
    load: (): Load => ({ slots: size, running: size - free, waiting: urgent.size + others.size })
  }
}

const overloaded = () => httpErrors.serviceUnavailable('The service is overloaded; try again shortly')

/** The time, as of `performance.now()`, after which the current task may begin no statement that writes. */
const latestStart = taskLocal<number>()

/**
 * Returns a task that writes for a request that has just arrived. It begins no statement that could end after the
 * request was refused.
 */
export const inTime = <T>(task: Task<T>): Task<T> => {
  const latest = performance.now() + WRITE_WAIT
  return (leave) => latestStart.run(latest, () => task(leave))
}

/** @throws HttpError 503 if the task has taken so long that its statement could end after its request was refused */
export const requireTime = () => {
  const latest = latestStart.get()
  if (latest !== undefined && performance.now() > latest) {
    throw httpErrors.serviceUnavailable('The database was too slow for this change; try again shortly')
  }
}
