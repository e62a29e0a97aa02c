/** Connects to PostgreSQL, names the actor of a change, and converts between the names of columns and properties. */
import { AsyncLocalStorage } from 'node:async_hooks'
import postgres from 'postgres'
import type { Client } from '../schemas/audit-entry.ts'
import { addressOptions, withoutSettings } from './address.ts'

/** A pool of connections. */
export type Pool = postgres.Sql<Record<string, never>>

/** A pool or a transaction. `sql` templates are parameterised queries; nested templates are fragments. */
export type Sql = postgres.ISql<Record<string, never>>

/** A transaction of several statements, which can have savepoints. */
export type Transaction = postgres.TransactionSql<Record<string, never>>

/** Runs transactions of several statements. */
export type Begin = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** A part of a query: a nested `sql` template. */
export type Fragment = postgres.Fragment

/** A function that is called with each statement before it is sent. Tests log and count statements with it. */
export type Watch = (statement: string, parameters: postgres.ParameterOrJSON<never>[]) => void

export interface PoolOptions {
  /** PostgreSQL address. */
  readonly url: string
  /** Maximum number of connections. */
  readonly max?: number
  /** Milliseconds after which PostgreSQL cancels a statement. */
  readonly statementTimeout?: number
  /** Milliseconds that a statement may wait for a lock; 0 for no limit. */
  readonly lockTimeout?: number
  /** Milliseconds that may pass between two statements of a transaction. PostgreSQL ends it then. */
  readonly idleTimeout?: number
  /**
   * Whether statements are sent on a busy connection too. That is faster, and transactions need it. But a statement
   * then waits behind one that waits for a lock, and its own timeouts begin only afterwards.
   */
  readonly pipelining?: boolean
  /** Whether connections stay open while they are not used. Otherwise, they and their temporary tables end. */
  readonly isLasting?: boolean
  /** Client to which the audit trail ascribes changes for which no other actor is named. */
  readonly client?: Client | undefined
  readonly watch?: Watch | undefined
  /** Called when a connection is closed: it was lost, or not used for a minute, or cannot be opened. */
  readonly onClose?: () => void
  /** Seconds in which a connection must be open. */
  readonly connectTimeout?: number
  /** Seconds after which a closed connection is opened again, for a statement that waits. */
  readonly pause?: number
}

export interface RequestPoolOptions extends Omit<PoolOptions, 'onClose' | 'pause'> {
  /** Called before each statement; may throw to refuse it. */
  readonly beforeStatement?: () => void
  /** Seconds that statements on the other connections may take after one was closed. */
  readonly grace?: number
}

/** Creates a pool. Connections are opened when they are first needed. */
export const connect = ({
  url,
  max = 10,
  statementTimeout = 10_000,
  lockTimeout = 0,
  idleTimeout = 30_000,
  pipelining = true,
  isLasting = false,
  client,
  watch,
  onClose = () => {},
  // Short, because the change feed reconnects often and reports when the database is reachable again.
  connectTimeout = 2,
  pause = 0.2
}: PoolOptions): Pool => {
  const connection = {
    // Not a setting of our own, which pgbouncer would refuse.
    application_name: client === undefined ? 'desk' : `desk ${client}`,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTimeout,
    TimeZone: 'UTC',
    // The driver and the migrations read no other notation, and a role or a database may have another one.
    DateStyle: 'ISO',
    standard_conforming_strings: 'on'
  }
  const pool: Pool = postgres(withoutSettings(url, connection), {
    ...addressOptions(url),
    // The TypeScript types of postgres lack this option, so it is spread in.
    ...(pipelining ? {} : { max_pipeline: 0 }),
    max,
    // No query returns PostgreSQL arrays, so their types are not needed. Also, nothing catches the error of a
    // connection that is lost while postgres fetches them.
    fetch_types: false,
    debug: watch !== undefined && ((_connection, statement, parameters) => watch(statement, parameters)),
    connect_timeout: connectTimeout,
    backoff: () => pause,
    idle_timeout: isLasting ? 0 : 60,
    max_lifetime: isLasting ? 0 : 60 * 60,
    // Columns are named like properties, but in snake case. A null in the database is an undefined property of the row,
    // and the other way round: the driver would refuse an undefined value in the middle of its work, reject the
    // statement of somebody else, and take no answer on this connection any more.
    transform: {
      column: { from: toProperty },
      value: { from: (value: unknown) => value ?? undefined },
      undefined: null
    },
    connection,
    onnotice: () => {},
    onclose: onClose
  })
  return new Proxy(pool, {
    apply: (_pool, self, parameters) => {
      const statement: unknown = Reflect.apply(pool, self, parameters)
      if (isPending(statement)) removeHoles(statement)
      return statement
    }
  })
}

/**
 * Removes the holes before the first row of a statement. postgres.js 3.4.9 puts one there for each row that had arrived
 * of the statement before, on the same connection, if that one failed: PostgreSQL may cancel a statement while it sends
 * its rows (porsager/postgres#1181). In transactions, the next statement is their end, which has no rows.
 */
const removeHoles = (statement: Pending) => {
  const { resolve } = statement
  statement.resolve = (rows) => {
    const first = rows.findIndex((row) => row !== undefined)
    if (first > 0) rows.splice(0, first)
    resolve(rows)
  }
}

/**
 * Creates a pool for the statements of requests. When one of its connections is closed, all are replaced. postgres.js
 * 3.4.9 would use it again with leftovers: with rows that had arrived, so that the next result lacks its first rows;
 * with a lost statement, which then ends without rows and without having run; or with bytes that it believes it has
 * sent (porsager/postgres#1133). A connection that could not be opened has no leftovers: while PostgreSQL grants no
 * more, or opens them too slowly, the others go on.
 */
export const requestPool = ({ beforeStatement = () => {}, grace = 1, ...options }: RequestPoolOptions) => {
  let isOpen = true
  const open = (url: string) => {
    // Connections that could not be opened, and whose end the driver has not told yet.
    let unopened = 0
    const onClose = () => {
      if (!isOpen || pool !== current.pool) return
      if (unopened === 0) renew(url, grace)
      else unopened -= 1
    }
    // A statement that waits in a pool that was replaced must not open the connection again.
    const pool = connect({ ...options, url, onClose, pause: grace * 2 })
    const onFailure = (error: unknown) => {
      if (isOfOpening(error)) unopened += 1
    }
    return { pool, onFailure }
  }
  const renew = (url: string, timeout = 0) => {
    void current.pool.end({ timeout })
    current = open(url)
  }
  let current = open(options.url)
  const sql: Pool = new Proxy(current.pool, {
    apply: (_pool, self, parameters) => {
      beforeStatement()
      const { pool, onFailure } = current
      const statement: unknown = Reflect.apply(pool, self, parameters)
      if (isPending(statement)) watchFailure(statement, onFailure)
      return statement
    },
    get: (_pool, name) => Reflect.get(current.pool, name)
  })
  return {
    sql,
    /**
     * Closes all connections and opens new ones, to `url`. Statements that wait on the old connections fail.
     * @param timeout seconds that statements that run have to finish
     */
    renew,
    /** Closes the pool. @param timeout seconds that statements that run have to finish */
    end: (timeout: number): Promise<void> => {
      isOpen = false
      return current.pool.end({ timeout })
    }
  }
}

/** Returns whether an error says that a connection could not be opened: it was refused, or was not ready in time. */
const isOfOpening = (error: unknown): boolean =>
  error instanceof postgres.PostgresError
    ? error.severity === 'FATAL' && REFUSALS.test(error.code)
    : error instanceof Error && 'code' in error && error.code === 'CONNECT_TIMEOUT'

/** Too many connections, none to this database, none now, or none for this role. Open ones end with other codes. */
const REFUSALS = /^(?:53300|55000|57P03|28...)$/

/** A statement that may not have been sent yet. The driver calls its functions when it has ended. */
interface Pending {
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

const isPending = (value: unknown): value is Pending =>
  value instanceof Promise &&
  'resolve' in value &&
  typeof value.resolve === 'function' &&
  'reject' in value &&
  typeof value.reject === 'function'

/** Calls back with the error of a statement right when it fails. Its promise would begin the statement. */
const watchFailure = (statement: Pending, onFailure: (error: unknown) => void) => {
  const { reject } = statement
  statement.reject = (error) => {
    onFailure(error)
    reject(error)
  }
}

/**
 * Returns whether an error of a statement ends its connection: it was closed or reset. The driver adds the query to the
 * errors of sockets, which tells them from those of files.
 */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'CONNECTION_CLOSED') || ('query' in error && 'syscall' in error))

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

const ACRONYMS: Readonly<Record<string, string>> = { uri: 'URI', url: 'URL' }

/** Converts a column to a property: `is_live` → `IsLive`, `c_id` → `CId`, `origin_uri` → `OriginURI`. */
const toProperty = (column: string) =>
  column
    .split('_')
    .map((word) => ACRONYMS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Converts a property to a column: `IsLive` → `is_live`, `CId` → `c_id`, `OriginURI` → `origin_uri`. */
export const toColumn = (property: string) =>
  property.replace(/URI|URL|[A-Z][a-z0-9]*/g, (word, at: number) => (at === 0 ? '' : '_') + word.toLowerCase())

/** Returns values by column: `{ IsLive: true }` → `{ is_live: true }`. */
export const byColumn = <V>(values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(values).map(([property, value]) => [toColumn(property), value]))

/** Returns the columns of a schema's properties, without properties that no column fills. */
export const columnsOf = (schema: { properties: object }) =>
  Object.entries(schema.properties).flatMap(([name, property]) => (isUnfilled(property) ? [] : [toColumn(name)]))

const isUnfilled = (property: unknown) => typeof property === 'object' && property !== null && 'unfilled' in property

/**
 * Returns SQL for an array of keys: of integers if they are numbers, else of texts. The keys are sent as one JSON
 * parameter, because the driver does not know PostgreSQL's array types (`fetch_types`).
 */
export const keysIn = (sql: Sql, keys: (string | number)[]): Fragment =>
  typeof keys[0] === 'number'
    ? sql`array(select jsonb_array_elements_text(${sql.json(keys)})::integer)`
    : sql`array(select jsonb_array_elements_text(${sql.json(keys)}))`
