/** Gives every plugin and route the database, and what is read from it through one cache. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../db/changes.ts'
import { requestPool, type Sql, type Watch } from '../../db/client.ts'
import { freshness, type Freshness } from './fresh.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** PostgreSQL, for statements that read or hold no lock for long. */
    sql: Sql
    /** PostgreSQL, for statements that wait for the lock of a blog; each has a connection to itself. */
    writes: Sql
    /** What is known of the database's changes, and the caches that rest on it. */
    freshness: Freshness
  }
}

export interface DatabaseOptions {
  /** PostgreSQL address. */
  url: string
  /** Most connections for requests, two at least; the change feed has its own. */
  max: number
  /** Seconds for which cached documents are shown while the database does not answer. */
  staleIfError: number
  /** Told of each statement that requests send. */
  watch?: Watch | undefined
}

/** Milliseconds; together with what comes before it, less than the deadline of a request. */
const STATEMENT_TIMEOUT = 1500
const WRITE_TIMEOUT = 1000
const LOCK_TIMEOUT = 500
/** Milliseconds after which connections to a database that did not answer are given up. */
const LOST = 3000
/** Requests that read at once on each connection: most statements are short. */
const READS_PER_CONNECTION = 8
/** Seconds that queries still running at the end get. */
const END_TIMEOUT = 5

const database = async (app: FastifyInstance, { url, max, staleIfError, watch }: DatabaseOptions) => {
  const forWrites = Math.ceil(max / 2)
  const forReads = max - forWrites
  const options = { url, watch, statementTimeout: STATEMENT_TIMEOUT, lockTimeout: LOCK_TIMEOUT }
  const reads = requestPool({ ...options, max: forReads })
  const writes = requestPool({
    ...options,
    max: forWrites,
    pipelining: false,
    statementTimeout: WRITE_TIMEOUT
  })
  const away = (error: unknown) => app.log.warn({ err: error }, 'the database does not answer')
  // Statements that wait on connections of before may wait for ever.
  const back = (after: number) => {
    app.log.warn({ after }, 'the database answers again')
    if (after > LOST) for (const { renew } of [reads, writes]) renew()
  }
  const waits = app.metrics?.histogram({
    name: 'desk_database_wait_seconds',
    help: 'Time for which work waited for its turn on the database',
    labelNames: ['work'],
    buckets: WAITS
  })
  const { close, ...parts } = freshness((change) => followChanges(url, { change, away, back }), {
    readsAtOnce: forReads * READS_PER_CONNECTION,
    writesAtOnce: forWrites,
    staleIfError,
    waited: (work, milliseconds) => waits?.observe({ work }, milliseconds / 1000)
  })
  addGauges(app, parts)
  app.decorate('sql', reads.sql)
  app.decorate('writes', writes.sql)
  app.decorate('freshness', parts)
  // The first answer takes two connections. A database that is away holds up no start.
  app.addHook('onReady', async () => {
    await parts.isReady()
  })
  app.addHook('onClose', async () => {
    await close()
    await Promise.all([reads.end(END_TIMEOUT), writes.end(END_TIMEOUT)])
  })
}

/** Seconds. */
const WAITS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1]

const addGauges = ({ metrics }: FastifyInstance, { load, lag }: Pick<Freshness, 'load' | 'lag'>) => {
  for (const [name, help] of [
    ['slots', 'The most work that the database is given at once'],
    ['running', 'Work that the database has now'],
    ['waiting', 'Work that waits for its turn']
  ] as const) {
    metrics?.gauge({
      name: `desk_database_${name}`,
      help,
      labelNames: ['work'],
      collect() {
        for (const [work, numbers] of Object.entries(load())) this.set({ work }, numbers[name])
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

export default fp(database, { name: 'database', dependencies: ['metrics'], fastify: '5.x' })
