/**
 * The database is frozen, killed or locked: the service serves cached documents, refuses other requests within two
 * seconds, and never hangs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Pool } from '../../db/client.ts'
import { freePort } from '../../db/embedded/index.ts'
import { hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { root } from '../support/root.ts'
import { start } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const

/** Maximum time until a request is refused, in milliseconds: 2 s, and reserve for a busy machine. */
const REFUSED = 2_000 + 500
/** Maximum time until the service works again, in milliseconds: 1 s, and reserve for a busy machine. */
const BACK = 1_000 + 1_000
/** Maximum time of a response that needs no database, in milliseconds. */
const FAST = 1_000

interface Result {
  status: number
  age: string | null
  retryAfter: string | null
  ms: number
  body: string
}

/** Sends a request. The status is 0 if there is no response. */
const request = async (url: string, init: RequestInit = {}): Promise<Result> => {
  const startedAt = performance.now()
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(8_000) })
    const body = await answer.text()
    const { status, headers } = answer
    return {
      status,
      age: headers.get('age'),
      retryAfter: headers.get('retry-after'),
      ms: performance.now() - startedAt,
      body
    }
  } catch (error) {
    return { status: 0, age: null, retryAfter: null, ms: performance.now() - startedAt, body: String(error) }
  }
}

/** Repeats a request until its response has a status. Returns the time in milliseconds, or Infinity after `limit`. */
const timeUntil = async (send: () => Promise<Result>, status: number, limit: number) => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limit + 3_000) {
    if ((await send()).status === status) return performance.now() - startedAt
    await sleep(20)
  }
  return Infinity
}

t.test('the service copes with a database that does not respond', { timeout: 240_000 }, async (t) => {
  const database = await ownPostgres(t)
  const { sql } = database
  const serve = async (env: Record<string, string>) => {
    const PORT = `${await freePort()}`
    await start(t, server, { PORT, DATABASE_URL: database.url, DEMO: 'true', LOG_LEVEL: 'silent', ...env })
    return `http://127.0.0.1:${PORT}`
  }
  const base = await serve({})
  const strict = await serve({ STALE_IF_ERROR: '0' })
  const token = newToken()
  await sessions(sql).begin(1, hashToken(token))

  const read = (path: string, at = base) => request(`${at}/resources/${path}`)
  let count = 0
  /** Requests a document that is not cached. */
  const readUncached = () => {
    count += 1
    return read(`Desk/Blog/2/Post/Published?offset=${count}`)
  }
  const write = (blog = 2) =>
    request(`${base}/resources/Desk/Blog/${blog}/Post/Publish`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{"Content":"written"}'
    })
  const health = (name: string) => request(`${base}/health/${name}`)
  const postsIn = async (pool: Pool, blog: number) => (await pool`select from posts where blog = ${blog}`).length

  const cached = [
    'Desk/Blog/1',
    'Desk/Blog/1.json',
    'Desk/Blog/1/Post/Published',
    'Desk/Blog/1/Post/Published.json?X-Filter=Content',
    'Data/PostType'
  ]
  /** Reads each document several times, so that it is cached. */
  const warm = async (at: string) => {
    for (let round = 0; round < 3; round++) {
      for (const path of cached) await read(path, at)
    }
  }
  // Inserts need open blogs.
  await sql`update blogs set closed_on = null where id in (1, 2, 3)`

  for (const [state, stopDatabase, startDatabase] of [
    ['frozen', database.freeze, database.thaw],
    ['killed', database.kill, database.restart]
  ] as const) {
    await t.test(`cached documents are served while the database is ${state}`, async (t) => {
      await warm(base)
      await warm(strict)
      const [postCount, cachedResults] = [await postsIn(sql, 2), await Promise.all(cached.map((path) => read(path)))]
      await stopDatabase()
      const noticed = await timeUntil(() => health('ready'), 503, REFUSED)
      t.ok(noticed < REFUSED, `/health/ready returns 503 within 2 s: ${noticed.toFixed(0)} ms`)
      // The other service may notice a little later.
      await timeUntil(() => request(`${strict}/health/ready`), 503, REFUSED)

      await t.test('every kind of request gets a response in time', async (t) => {
        const [documents, uncached, writes, live, ready, refused] = await Promise.all([
          Promise.all(Array.from({ length: 4 }, () => cached.map((path) => read(path))).flat()),
          Promise.all(Array.from({ length: 20 }, () => readUncached())),
          Promise.all(Array.from({ length: 20 }, () => write())),
          health('live'),
          health('ready'),
          Promise.all(cached.map((path) => read(path, strict)))
        ])
        for (const [at, { status, age, ms, body }] of documents.entries()) {
          t.same(
            { status, hasAge: /^\d+$/.test(String(age)), isFast: ms < FAST },
            { status: 200, hasAge: true, isFast: true },
            `a cached document is served with its age: ${ms.toFixed(0)} ms`
          )
          t.equal(body, cachedResults[at % cachedResults.length]?.body, 'the document is the same as before')
        }
        for (const [name, results] of [
          ['an uncached document', uncached],
          ['an insert', writes],
          ['a cached document with STALE_IF_ERROR=0', refused]
        ] as const) {
          for (const { status, retryAfter, ms, body } of results) {
            t.same(
              { status, hasRetryAfter: /^\d+$/.test(String(retryAfter)), isInTime: ms < REFUSED },
              { status: 503, hasRetryAfter: true, isInTime: true },
              `${name} is refused within 2 s: ${ms.toFixed(0)} ms`
            )
            // The service knows that the database is away, so no request tries to use it.
            t.match(body, /The database cannot be reached; try again shortly/, name)
          }
        }
        t.same(
          { status: live.status, isFast: live.ms < FAST },
          { status: 200, isFast: true },
          '/health/live does not need the database'
        )
        t.same({ status: ready.status, isInTime: ready.ms < REFUSED }, { status: 503, isInTime: true }, '/health/ready')
      })

      await startDatabase()
      const returned = await Promise.all([
        timeUntil(() => readUncached(), 200, BACK),
        timeUntil(() => health('ready'), 200, BACK)
      ])
      t.ok(
        returned.every((ms) => ms < BACK),
        `the service works again within 1 s: ${returned.map((ms) => ms.toFixed(0)).join(' and ')} ms`
      )
      t.equal(await postsIn(sql, 2), postCount, 'no refused insert was stored')
      t.equal((await write()).status, 201, 'inserts work again')
      for (const path of cached) t.match(await read(path), { status: 200, age: null }, `${path} is fresh again`)
    })
  }

  await t.test('a lock on a blog delays only inserts into that blog', async (t) => {
    await warm(base)
    await read('Desk/Blog/2')
    const postCount = await postsIn(sql, 1)
    await sql.begin(async (transaction) => {
      await transaction`update blogs set title = title where id = 1`
      const writes = Promise.all(Array.from({ length: 15 }, () => write(1)))
      for (let round = 0; round < 10; round++) {
        const [document, uncached] = await Promise.all([read('Desk/Blog/2'), readUncached()])
        t.same(
          { status: document.status, isFast: document.ms < FAST },
          { status: 200, isFast: true },
          `blog 2, cached: ${document.ms.toFixed(0)} ms`
        )
        t.same(
          { status: uncached.status, isFast: uncached.ms < FAST },
          { status: 200, isFast: true },
          `blog 2, uncached: ${uncached.ms.toFixed(0)} ms`
        )
        await sleep(100)
      }
      for (const { status, retryAfter, ms } of await writes) {
        t.same(
          { status, hasRetryAfter: /^\d+$/.test(String(retryAfter)), isInTime: ms < REFUSED },
          { status: 503, hasRetryAfter: true, isInTime: true },
          `an insert is refused within 2 s: ${ms.toFixed(0)} ms`
        )
      }
    })
    t.equal((await write(1)).status, 201, 'the next insert is stored')
    t.equal(await postsIn(sql, 1), postCount + 1, 'the refused inserts are not')
  })

  await t.test('requests that wait for a lock on posts do not delay cached documents', async (t) => {
    await warm(base)
    await sql.begin(async (transaction) => {
      await transaction`lock table posts in access exclusive mode`
      const waitingReads = Promise.all(Array.from({ length: 10 }, () => readUncached()))
      for (let round = 0; round < 10; round++) {
        for (const path of cached) {
          const { status, ms } = await read(path)
          t.same({ status, isFast: ms < FAST }, { status: 200, isFast: true }, `${path}: ${ms.toFixed(0)} ms`)
        }
        await sleep(100)
      }
      for (const { status, retryAfter, ms } of await waitingReads) {
        t.same(
          { status, hasRetryAfter: /^\d+$/.test(String(retryAfter)), isInTime: ms < REFUSED },
          { status: 503, hasRetryAfter: true, isInTime: true },
          `refused within 2 s: ${ms.toFixed(0)} ms`
        )
      }
    })
    const returned = await timeUntil(() => readUncached(), 200, BACK)
    t.ok(returned < BACK, `reads work again within 1 s: ${returned.toFixed(0)} ms`)
  })
})
