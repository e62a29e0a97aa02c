/** Bounds the work that the database is given at once. */
import { httpErrors } from '@fastify/sensible'

/** Does work when it is its turn. @throws HttpError 503 when that takes too long */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** The most work that may be under way, the work that is, and the work that waits for its turn. */
export interface Load {
  readonly slots: number
  readonly running: number
  readonly waiting: number
}

/** The share of `maxWait` after which new work is refused at once, because it would wait for longer than it may. */
const FULL = 1 / 2

/**
 * @param size how much work is under way at once
 * @param maxWait milliseconds that work may wait for its turn
 * @param waited told how many milliseconds work has waited
 */
export const gate = (size: number, maxWait: number, waited = (_milliseconds: number) => {}) => {
  /** Waiting work and since when it waits, the oldest first. */
  const queue = new Map<() => void, number>()
  let free = size

  const turn = () =>
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

  const enter: Gate = async (work) => {
    if (free === 0) await turn()
    else {
      free -= 1
      waited(0)
    }
    try {
      return await work()
    } finally {
      const [next] = queue.keys()
      if (next === undefined) free += 1
      else next()
    }
  }
  return { enter, load: (): Load => ({ slots: size, running: size - free, waiting: queue.size }) }
}

const overloaded = () => httpErrors.serviceUnavailable('The service is overloaded; try again shortly')
