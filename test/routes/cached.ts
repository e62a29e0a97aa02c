/** Requests documents as caches and browsers do, and counts the database statements that the requests cost. */
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { build, type Built } from '../support/app.ts'
import { readings } from '../support/readings.ts'
import { listen } from './socket.ts'

/** A response; its body is the bytes as sent, still encoded. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Sends one request with the given headers and `Host: news.example`, and no others that shape the response. */
export type Ask = (url: string, headers?: Readonly<Record<string, string>>, method?: 'GET' | 'HEAD') => Promise<Answer>

/** Sends requests over a socket, where the cache may respond before the router. Waits until documents can be cached. */
export const overSocket = async (t: Test, app: FastifyInstance): Promise<Ask> => {
  const port = await listen(app)
  const dispatcher = new Agent()
  t.teardown(() => dispatcher.destroy())
  await app.freshness.isReady()
  return async (url, headers = {}, method = 'GET') => {
    const {
      statusCode,
      headers: sent,
      body
    } = await request(`http://127.0.0.1:${port}${url}`, {
      dispatcher,
      method,
      headers: { host: 'news.example', ...headers }
    })
    return { status: statusCode, headers: plain(sent), body: Buffer.from(await body.arrayBuffer()) }
  }
}

/** Sends requests to the router directly, without the cache lookup that comes before it on a socket. */
export const throughRouter =
  (app: FastifyInstance): Ask =>
  async (url, headers = {}, method = 'GET') => {
    const {
      statusCode,
      headers: sent,
      rawPayload
    } = await app.inject({ method, url, headers: { host: 'news.example', ...headers } })
    return { status: statusCode, headers: plain(sent), body: rawPayload }
  }

/** Headers that differ each time. */
const CHANGING: ReadonlySet<string> = new Set(['date', 'x-request-id'])

/** Returns headers as texts, without those that depend on the connection. Values that differ each time become `any`. */
const plain = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ['connection', 'keep-alive', 'x-powered-by'].includes(name)
        ? []
        : [[name, CHANGING.has(name) ? 'any' : String(value)]]
    )
  )

/** Builds the service with a counter of the statements that its responses cost. */
export const buildWithCounter = async (t: Test, env: Readonly<Record<string, string>> = {}) => {
  const { watch, statements } = readings()
  const built = await build(t, env, { watch })
  /** Returns the number of statements that some work costs. */
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    // On a busy machine the change feed may be late. A cache hit would then wait for it and count its statements.
    await built.app.freshness.isReady()
    const before = statements.length
    await work()
    return statements.length - before
  }
  return { ...built, count }
}

/** A list that each insert into blog 3 changes. */
export const LIST = '/resources/Desk/Blog/3/Post/Unpublished'

/** Returns the last change number of the list. */
export const lastCIdOf = async (ask: Ask): Promise<number> =>
  Number(/lastCId="(\d+)"/.exec((await ask(LIST)).body.toString())?.[1])

/** Makes changes of blogs silent: they are recorded, but no notification wakes the change feed. */
export const silenceNotifications = (sql: Built['sql']) => sql`
  create or replace function note_change() returns trigger language plpgsql as $$ begin
    if tg_table_name = 'blogs' then
      insert into changes (tag) values ('blog:' || new.id) on conflict do nothing;
    end if;
    return null;
  end $$`
