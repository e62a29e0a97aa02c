/** Values of a task, which all that it calls and waits for can read; such as the actor of a change. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '../schemas/audit-entry.ts'
import type { Fragment, Sql } from './client.ts'

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

/**
 * The user or program that changes something, and its kind of client. Triggers write it to the audit trail, in the
 * transaction of the change (024.do.audit.sql). Each statement that changes something an entry tells of contains
 * `acting`. Otherwise the entry names the service, and `build` of test/support/app.ts fails the test that ran it.
 */
export interface Actor {
  readonly client: Client
  /** Id of the user; undefined for readers, for the service itself and for commands. */
  readonly user?: number | undefined
  /** Name of the API token. */
  readonly token?: string | undefined
}

const currentActor = taskLocal<Actor>()

/** Runs work whose changes are those of an actor. Without one, they are those of the actor of the connection. */
export const actAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => currentActor.run(actor, work)

/**
 * Returns SQL for a value that also names the current actor in the transaction when it is evaluated. As an argument of
 * a function, that is before the function begins; in a condition or in `returning`, before the statement ends.
 * @param value a whole number, or SQL whose type is known to PostgreSQL; true, if absent
 */
export const acting = (sql: Sql, value: number | Fragment = sql`true`): Fragment => {
  const actor = currentActor.get()
  const fragment = typeof value === 'number' ? sql`${value}::integer` : value
  return actor === undefined ? fragment : sql`act_as(${JSON.stringify(actor)}, ${fragment})`
}
