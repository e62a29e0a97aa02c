/** Bounds the work that the database is given: so much at once, a short queue, and a deadline on our side. */
import { httpErrors } from '@fastify/sensible'
import { inTime } from '../../db/changes.ts'

/** Milliseconds that work may take in all, its turn included. */
const DEADLINE = 1950

/** Does work when it is its turn. @throws HttpError 503 when that, or the work itself, takes too long */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param size how much work is under way at once
 * @param maxWait milliseconds that work may wait for its turn
 */
export const gate = (size: number, maxWait: number): Gate => {
  const queue = new Set<() => void>()
  let running = 0

  const turn = () => new Promise<void>((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer)
      queue.delete(enter)
      resolve()
    }
    const refuse = () => {
      if (queue.delete(enter)) reject(httpErrors.serviceUnavailable('The service is overloaded; try again shortly'))
    }
    const timer = setTimeout(() => setImmediate(refuse), maxWait)
    queue.add(enter)
  })

  const takeTurn: Gate = async (work) => {
    if (running >= size) await turn()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      const [next] = queue
      next?.()
    }
  }

  return (work) => inTime(takeTurn(work), DEADLINE, () =>
    httpErrors.serviceUnavailable('The database did not answer in time; try again shortly'))
}
