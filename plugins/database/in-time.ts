/** Keeps a write that was refused from being stored afterwards. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { httpErrors } from '@fastify/sensible'
import { WRITE_WAIT } from '../../db/time-limits.ts'

/** The time, as of `performance.now()`, after which the current task may begin no statement that writes. */
const latestStart = new AsyncLocalStorage<number>()

/** Runs a task that writes. */
export const startInTime = <T>(task: () => Promise<T>): Promise<T> =>
  latestStart.run(performance.now() + WRITE_WAIT, task)

/** @throws HttpError 503 if the task has taken so long that its statement could end after its request was refused */
export const requireTime = () => {
  const latest = latestStart.getStore()
  if (latest !== undefined && performance.now() > latest) {
    throw httpErrors.serviceUnavailable('The database was too slow for this change; try again shortly')
  }
}
