/** Decorates the app with the connection pools of PostgreSQL and with the freshness of cached values. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../db/change-feed.ts'
import { noteOfFullDisk } from '../../db/embedded/space.ts'
import { requestPool, type Begin, type Sql, type Watch } from '../../db/client.ts'
import { transact } from '../../db/transactions.ts'
import { LOCK_TIMEOUT, LONG_OUTAGE, READ_TIMEOUT, WRITE_TIMEOUT } from '../../db/time-limits.ts'
import { freshness, type Freshness } from './freshness.ts'
import { requireTime } from './gate.ts'
import { messageOf } from '../../schemas/language/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Pool for statements that read, or that hold locks only briefly. A connection pipelines several statements. */
    sql: Sql
    /** Pool for statements that can wait for the lock of a blog. Each statement has a connection to itself. */
    writes: Sql
    /** Runs transactions of several statements, on connections that are opened when they are first needed. */
    begin: Begin
    /** Caches whose entries are invalidated by changes in the database. */
    freshness: Freshness
    /** Registers a function that is called twice a second while a scheduled draft is due. */
    whenDue: (call: () => void) => void
  }
}

export interface DatabaseOptions {
  /** Connection URL of PostgreSQL; of several hosts, the primary is used. */
  url: string
  /** Maximum number of connections for requests, at least two. The change feed has its own connections. */
  max: number
  /** Seconds for which cached documents may be served while the database does not respond. */
  staleIfError: number
  /** Folder of the embedded server; undefined for another one. */
  folder?: string | undefined
  /** Called with each statement that requests send. */
  watch?: Watch | undefined
}

/**
 * Concurrent reading requests for each connection. Statements that are sent together cost less: with four, first reads
 * took a fifth less processor time. But in an overload their rows arrive at once and keep the event loop busy: inserts
 * took twice as long, and new clients waited for five seconds (docs/performance.md).
 */
const READS_PER_CONNECTION = 2
/**
 * Maximum number of transactions at the same time, and milliseconds that each of their statements may take, and that
 * may pass between two: others wait for their locks, also if this process is frozen or its machine is gone.
 */
const TRANSACTIONS = 4
const TRANSACTION_TIMEOUT = 5000
/** Seconds that statements have to finish when the service stops. */
const MAX_END = 5

const database = async (app: FastifyInstance, { url, max, staleIfError, folder, watch }: DatabaseOptions) => {
  const writeConnections = Math.ceil(max / 2)
  const readConnections = max - writeConnections
  const client = 'service'
  const options = { url, client, watch, statementTimeout: READ_TIMEOUT, lockTimeout: LOCK_TIMEOUT } as const
  const reads = requestPool({ ...options, max: readConnections })
  const writes = requestPool({
    ...options,
    max: writeConnections,
    pipelining: false,
    statementTimeout: WRITE_TIMEOUT,
    beforeStatement: requireTime
  })
  const transactions = requestPool({
    ...({ url, client, watch, max: TRANSACTIONS } as const),
    ...{ statementTimeout: TRANSACTION_TIMEOUT, lockTimeout: TRANSACTION_TIMEOUT, idleTimeout: TRANSACTION_TIMEOUT },
    grace: TRANSACTION_TIMEOUT / 1000
  })
  const pools = [reads, writes, transactions]
  let primaryUrl = url
  const renewPools = () => {
    for (const pool of pools) pool.renew(primaryUrl)
  }
  const onPrimary = (address: string) => {
    if (address === primaryUrl) return
    primaryUrl = address
    renewPools()
  }
  // Without the stack of the error, which always leads to the poll of the change feed.
  const onUnreachable = (error: unknown) => {
    const reason = messageOf(error)
    const note = folder === undefined ? '' : noteOfFullDisk(folder)
    app.log.warn({ reason: reason + (note && `.${note}`) }, 'the database does not answer')
  }
  // After a long outage the old connections are replaced: a statement that waits on one might never get an answer.
  const onRecovered = (after: number) => {
    app.log.warn({ after }, 'the database answers again')
    if (after > LONG_OUTAGE) renewPools()
  }
  const waits = app.metrics?.histogram({
    name: 'desk_database_wait_seconds',
    help: 'Time that tasks waited before they could use the database',
    labelNames: ['kind'],
    buckets: WAITS
  })
  const dueCalls: (() => void)[] = []
  const onDue = () => {
    for (const call of dueCalls) call()
  }
  const listener = { onPrimary, onDue, onUnreachable, onRecovered }
  const { close, ...caches } = freshness((onChange) => followChanges(url, { onChange, ...listener }), {
    maxReads: readConnections * READS_PER_CONNECTION,
    maxWrites: writeConnections,
    staleIfError,
    waited: (kind) => waits && ((milliseconds) => waits.observe({ kind }, milliseconds / 1000))
  })
  addGauges(app, caches)
  app.decorate('sql', reads.sql)
  app.decorate('writes', writes.sql)
  // Its statements may take longer than a request. Then the request was refused, and nothing may be stored.
  const begin: Begin = (work) =>
    transact(transactions.sql, async (transaction) => {
      const result = await work(transaction)
      requireTime()
      return result
    })
  app.decorate('begin', begin)
  app.decorate('freshness', caches)
  app.decorate('whenDue', (call: () => void) => {
    dueCalls.push(call)
  })
  // Waits for the first answer of the change feed, but not for long: the service starts without a database too.
  app.addHook('onReady', async () => {
    await caches.isReady()
  })
  app.addHook('onClose', async () => {
    await close()
    // A database that is away finishes nothing.
    const timeout = caches.lag() * 1000 > LONG_OUTAGE ? 0 : MAX_END
    await Promise.all(pools.map((pool) => pool.end(timeout)))
  })
}

/** Upper bounds of the histogram's buckets, in seconds. */
const WAITS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1]

const addGauges = ({ metrics }: FastifyInstance, { load, lag }: Pick<Freshness, 'load' | 'lag'>) => {
  for (const [name, help] of [
    ['slots', 'Maximum number of concurrent database tasks'],
    ['running', 'Database tasks that are running'],
    ['waiting', 'Database tasks that wait for a slot']
  ] as const) {
    metrics?.gauge({
      name: `desk_database_${name}`,
      help,
      labelNames: ['kind'],
      collect() {
        for (const [kind, numbers] of Object.entries(load())) this.set({ kind }, numbers[name])
      }
    })
  }
  metrics?.gauge({
    name: 'desk_change_feed_age_seconds',
    help: 'Time since the last answer of the change feed; below 0.6 while all is well',
    collect() {
      this.set(lag())
    }
  })
}

export default fp(database, { name: 'database', dependencies: ['metrics'] })
