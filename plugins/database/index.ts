/** Decorates the app with the connection pools of PostgreSQL and with the freshness of cached values. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../db/changes.ts'
import { requestPool, type Sql, type Watch } from '../../db/client.ts'
import { freshness, type Freshness } from './fresh.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Pool for statements that read, or that hold locks only briefly. A connection pipelines several statements. */
    sql: Sql
    /** Pool for statements that can wait for the lock of a blog. Each statement has a connection to itself. */
    writes: Sql
    /** Caches whose entries are invalidated by changes in the database. */
    freshness: Freshness
  }
}

export interface DatabaseOptions {
  /** Connection URL of PostgreSQL; of several hosts, the primary is used. */
  url: string
  /** Maximum number of connections for requests, at least two. The change feed has its own connections. */
  max: number
  /** Seconds for which cached documents may be served while the database does not respond. */
  staleIfError: number
  /** Called with each statement that requests send. */
  watch?: Watch | undefined
}

/** Milliseconds after which PostgreSQL cancels a statement. A write must end before the deadline in fresh.ts. */
const STATEMENT_TIMEOUT = 1500
const WRITE_TIMEOUT = 1000
/** Milliseconds that a statement may wait for a lock. */
const LOCK_TIMEOUT = 500
/** Connections are replaced after an outage that was longer than this many milliseconds. */
const LONG_OUTAGE = 3000
/** Concurrent reading requests for each connection. Most statements are short. */
const READS_PER_CONNECTION = 8
/** Seconds that running queries get to finish when the service stops. */
const END_TIMEOUT = 5

const database = async (app: FastifyInstance, { url, max, staleIfError, watch }: DatabaseOptions) => {
  const writeConnections = Math.ceil(max / 2)
  const readConnections = max - writeConnections
  const options = { url, watch, statementTimeout: STATEMENT_TIMEOUT, lockTimeout: LOCK_TIMEOUT }
  const reads = requestPool({ ...options, max: readConnections })
  const writes = requestPool({
    ...options,
    max: writeConnections,
    pipelining: false,
    statementTimeout: WRITE_TIMEOUT
  })
  let primaryUrl = url
  const renewPools = () => {
    for (const pool of [reads, writes]) pool.renew(primaryUrl)
  }
  const onPrimary = (address: string) => {
    if (address === primaryUrl) return
    primaryUrl = address
    renewPools()
  }
  const onUnreachable = (error: unknown) => app.log.warn({ err: error }, 'the database does not answer')
  // After a long outage the old connections are replaced: a statement that waits on one of them might never get
  // an answer.
  const onRecovered = (after: number) => {
    app.log.warn({ after }, 'the database answers again')
    if (after > LONG_OUTAGE) renewPools()
  }
  const listener = { onPrimary, onUnreachable, onRecovered }
  const { close, ...parts } = freshness((onChange) => followChanges(url, { onChange, ...listener }), {
    maxReads: readConnections * READS_PER_CONNECTION,
    maxWrites: writeConnections,
    staleIfError
  })
  app.decorate('sql', reads.sql)
  app.decorate('writes', writes.sql)
  app.decorate('freshness', parts)
  // Waits for the first answer of the change feed, but not for long: the service starts without a database too.
  app.addHook('onReady', async () => {
    await parts.isReady()
  })
  app.addHook('onClose', async () => {
    await close()
    await Promise.all([reads.end(END_TIMEOUT), writes.end(END_TIMEOUT)])
  })
}

export default fp(database, { name: 'database', fastify: '5.x' })
