/** Values that belong to a task, and to all that it calls and waits for. */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Creates a value for each task. While no task runs, it is turned off: up to Node 22, a storage in use makes every
 * promise and every callback of the process slower, also those of reads, which have no such value.
 */
export const taskLocal = <Value>() => {
  const storage = new AsyncLocalStorage<Value>()
  let running = 0
  return {
    /** Returns the value of the current task; undefined outside of tasks. */
    get: () => storage.getStore(),
    /** Runs a task with a value. */
    run: async <Result>(value: Value, task: () => Promise<Result>): Promise<Result> => {
      running += 1
      try {
        return await storage.run(value, task)
      } finally {
        running -= 1
        if (running === 0) storage.disable()
      }
    }
  }
}
