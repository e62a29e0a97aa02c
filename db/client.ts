/** The connection to PostgreSQL. */
import postgres from 'postgres'

/** The pool of connections. */
export type Pool = postgres.Sql<Record<string, never>>

/** The pool, or a transaction. `sql` templates are parameterised queries; nested templates are fragments. */
export type Sql = postgres.ISql<Record<string, never>>

/** A piece of a query. */
export type Fragment = postgres.Fragment

/** Is told a statement and what its parameters are. */
export type Watch = (statement: string, parameters: postgres.ParameterOrJSON<never>[]) => void

/** What a pool's connections may do. */
export interface PoolOptions {
  /** PostgreSQL address. */
  readonly url: string
  /** Most connections. */
  readonly max?: number
  /** Milliseconds a statement may take, and a lock be waited for, before PostgreSQL gives up. */
  readonly statementTimeout?: number
  readonly lockTimeout?: number
  /**
   * Whether a busy connection takes more statements, which is faster; transactions need it. A statement behind one that
   * waits for a lock waits too, and its time-outs begin only afterwards.
   */
  readonly pipelining?: boolean
  /** Told of each statement that is sent. */
  readonly watch?: Watch | undefined
}

/** Opens a pool; connections are made when first needed. */
export const connect = ({
  url,
  max = 10,
  statementTimeout = 10_000,
  lockTimeout = 0,
  pipelining = true,
  watch
}: PoolOptions): Pool =>
  postgres(url, {
    // The types of postgres lack this option.
    ...(pipelining ? {} : { max_pipeline: 0 }),
    max,
    // Array types, which no query answers with. Besides, nobody catches an error when a connection is lost meanwhile.
    fetch_types: false,
    debug: watch !== undefined && ((_connection, statement, parameters) => watch(statement, parameters)),
    // In seconds. The change feed asks for a lost database again, so a pool need not be patient.
    connect_timeout: 2,
    backoff: () => 0.2,
    idle_timeout: 60,
    max_lifetime: 60 * 60,
    // A column's name is the property's name in snake case, so no mapping layer exists.
    // What is absent in the database is absent in the row.
    transform: { column: { from: toProperty }, value: { from: (value: unknown) => value ?? undefined } },
    connection: {
      application_name: 'desk',
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: 30_000,
      TimeZone: 'UTC'
    },
    onnotice: () => {}
  })

/**
 * A pool for requests, whose statements each stand for themselves: it runs no transactions. It can be renewed, because a
 * frozen server never answers, and a lost network never says so.
 */
export const requestPool = (options: PoolOptions) => {
  let current = connect(options)
  const sql: Sql = new Proxy(current, {
    apply: (_pool, self, parameters) => Reflect.apply(current, self, parameters),
    get: (_pool, name) => Reflect.get(current, name)
  })
  return {
    sql,
    /** Drops all connections, with the statements that wait for them or on them, and goes on with new ones to `url`. */
    renew: (url: string) => {
      void current.end({ timeout: 0 })
      current = connect({ ...options, url })
    },
    /** Ends the pool. @param timeout seconds that running statements get */
    end: (timeout: number): Promise<void> => current.end({ timeout })
  }
}

const ACRONYMS: Readonly<Record<string, string>> = { uri: 'URI', url: 'URL' }

/** `is_live` → `IsLive`, `c_id` → `CId`, `origin_uri` → `OriginURI`. */
const toProperty = (column: string) =>
  column
    .split('_')
    .map((word) => ACRONYMS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `IsLive` → `is_live`, `CId` → `c_id`, `OriginURI` → `origin_uri`. */
export const toColumn = (property: string) =>
  property.replace(/URI|URL|[A-Z][a-z0-9]*/g, (word, at: number) => (at === 0 ? '' : '_') + word.toLowerCase())

/** The select list of a schema: its properties as columns, without those that nothing fills. */
export const columnsOf = (schema: { properties: object }) =>
  Object.entries(schema.properties).flatMap(([name, property]) => (isUnfilled(property) ? [] : [toColumn(name)]))

const isUnfilled = (property: unknown) => typeof property === 'object' && property !== null && 'unfilled' in property
