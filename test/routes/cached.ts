/** Asking for documents as caches and browsers do: bytes as they were sent, and what the asking cost the database. */
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { build } from '../support/app.ts'
import { listen } from './socket.ts'

/** An answer, its body as it was sent. */
export interface Got {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Asks once; headers are sent as they are given, and nothing but them. */
export type Ask = (url: string, headers?: Readonly<Record<string, string>>, method?: 'GET' | 'HEAD') => Promise<Got>

/** Asks over a socket, where the look-up in the store stands before the router, as soon as documents are kept at all. */
export const overSocket = async (t: Test, app: FastifyInstance): Promise<Ask> => {
  const port = await listen(app)
  const dispatcher = new Agent()
  t.teardown(() => dispatcher.destroy())
  await app.freshness.isReady()
  return async (url, headers = {}, method = 'GET') => {
    const {
      statusCode,
      headers: given,
      body
    } = await request(`http://127.0.0.1:${port}${url}`, {
      dispatcher,
      method,
      headers: { host: 'news.example', ...headers }
    })
    return { status: statusCode, headers: plain(given), body: Buffer.from(await body.arrayBuffer()) }
  }
}

/** Asks the router itself. */
export const pastTheFront =
  (app: FastifyInstance): Ask =>
  async (url, headers = {}, method = 'GET') => {
    const {
      statusCode,
      headers: given,
      rawPayload
    } = await app.inject({ method, url, headers: { host: 'news.example', ...headers } })
    return { status: statusCode, headers: plain(given), body: rawPayload }
  }

/** Headers whose values are texts, without those that differ each time or by the way they came. */
const plain = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ['connection', 'keep-alive', 'x-powered-by'].includes(name)
        ? []
        : [[name, name === 'date' ? 'now' : String(value)]]
    )
  )

/** Whether a statement is part of an answer: not one that asks by the clock what has changed, nor one that a new connection asks. */
export const isReading = (statement: string): boolean =>
  !statement.includes('pg_catalog.pg_type') && !statement.includes('from changes')

/** Builds the service with a counter of what it reads from the database. */
export const buildCounted = async (t: Test, env: Readonly<Record<string, string>> = {}) => {
  let statements = 0
  const built = await build(t, env, {
    watch: (statement) => {
      if (isReading(statement)) statements += 1
    }
  })
  /** How many statements some work takes. */
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    // A busy machine may keep the change feed from asking in time; a hit would then wait for it.
    await built.app.freshness.isReady()
    const before = statements
    await work()
    return statements - before
  }
  return { ...built, count }
}
