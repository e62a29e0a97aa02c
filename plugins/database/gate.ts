/** Bounds the work that the database is given at once. */
import { httpErrors } from '@fastify/sensible'

/** Does work when it is its turn. @throws HttpError 503 when that takes too long */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param size how much work is under way at once
 * @param maxWait milliseconds that work may wait for its turn
 */
export const gate = (size: number, maxWait: number): Gate => {
  const queue = new Set<() => void>()
  let free = size

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        reject(httpErrors.serviceUnavailable('The service is overloaded; try again shortly'))
      }, maxWait)
      queue.add(enter)
    })

  return async (work) => {
    if (free === 0) await turn()
    else free -= 1
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next === undefined) free += 1
      else next()
    }
  }
}
