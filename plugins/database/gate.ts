/** Limits the number of tasks that run at the same time. */
import { httpErrors } from '@fastify/sensible'

/** Runs a task when fewer than the maximum are running. @throws HttpError 503 if the task waits too long for that */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates a gate.
 * @param size maximum number of tasks that run at the same time
 * @param maxWait milliseconds that a task may wait before it runs
 */
export const gate = (size: number, maxWait: number): Gate => {
  const queue = new Set<() => void>()
  let free = size

  const waitForTurn = () =>
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

  return async (task) => {
    if (free === 0) await waitForTurn()
    else free -= 1
    try {
      return await task()
    } finally {
      const [next] = queue
      if (next === undefined) free += 1
      else next()
    }
  }
}
