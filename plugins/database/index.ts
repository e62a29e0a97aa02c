/** Gives every plugin and route the database, and what is read from it through one cache. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../db/changes.ts'
import { requestPool, type Sql, type Watch } from '../../db/client.ts'
import { freshness, type Freshness } from './fresh.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** PostgreSQL, for single statements. */
    sql: Sql
    /** What is known of the database's changes, and the caches that rest on it. */
    freshness: Freshness
  }
}

export interface DatabaseOptions {
  /** PostgreSQL address. */
  url: string
  /** Most connections for requests; the change feed has its own. */
  max: number
  /** Seconds for which cached documents are shown while the database does not answer. */
  staleIfError: number
  /** Told of each statement that requests send. */
  watch?: Watch | undefined
}

/** Milliseconds; together with what comes before it, less than the deadline of a request. */
const STATEMENT_TIMEOUT = 1500
const LOCK_TIMEOUT = 500
/** Milliseconds after which connections to a database that did not answer are given up. */
const LOST = 3000
/** Seconds that queries still running at the end get. */
const END_TIMEOUT = 5

const database = async (app: FastifyInstance, { url, max, staleIfError, watch }: DatabaseOptions) => {
  const { sql, renew, end } = requestPool({
    url, max, watch, statementTimeout: STATEMENT_TIMEOUT, lockTimeout: LOCK_TIMEOUT
  })
  const away = (error: unknown) => app.log.warn({ err: error }, 'the database does not answer')
  // Statements that wait on connections of before may wait for ever.
  const back = (after: number) => {
    app.log.warn({ after }, 'the database answers again')
    if (after > LOST) renew()
  }
  // Together as many as there are connections, so that nothing waits for one beyond its deadline.
  const writesAtOnce = Math.ceil(max / 2)
  const { close, ...parts } = freshness((change) => followChanges(url, { change, away, back }), {
    readsAtOnce: Math.max(1, max - writesAtOnce), writesAtOnce, staleIfError
  })
  app.decorate('sql', sql)
  app.decorate('freshness', parts)
  // The first answer takes two connections. A database that is away holds up no start.
  app.addHook('onReady', async () => { await parts.isReady() })
  app.addHook('onClose', async () => {
    await close()
    await end(END_TIMEOUT)
  })
}

export default fp(database, { name: 'database', fastify: '5.x' })
