/**
 * The actor of each change: triggers write it to the audit trail, in the transaction of the change (024.do.audit.sql).
 * Each statement that changes something an entry tells of contains `acting`. Otherwise the entry names the service, and
 * `build` of test/support/app.ts fails the test that ran the statement.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '../schemas/audit-entry.ts'
import type { Fragment, Sql } from './client.ts'

/** The user or program that changes something, and its kind of client. */
export interface Actor {
  readonly client: Client
  /** Id of the user; undefined for readers, for the service itself and for commands. */
  readonly user?: number | undefined
  /** Name of the API token. */
  readonly token?: string | undefined
}

const current = new AsyncLocalStorage<Actor>()

/** Runs work whose changes are those of an actor. Without one, they are those of the actor of the connection. */
export const actAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => current.run(actor, work)

/**
 * Returns SQL for a value that also names the current actor in the transaction when it is evaluated. As an argument of
 * a function, that is before the function begins; in a condition or in `returning`, before the statement ends.
 * @param value a whole number, or SQL whose type is known to PostgreSQL; true, if absent
 */
export const acting = (sql: Sql, value: number | Fragment = sql`true`): Fragment => {
  const actor = current.getStore()
  const fragment = typeof value === 'number' ? sql`${value}::integer` : value
  return actor === undefined ? fragment : sql`act_as(${JSON.stringify(actor)}, ${fragment})`
}
