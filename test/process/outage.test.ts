/** The database frozen, killed or locked: cached documents are served, everything else is refused soon, and nothing hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from '../support/tap.ts'
import type { Pool } from '../../db/client.ts'
import { freePort } from '../../db/embedded/index.ts'
import { hashToken, newToken } from '../../db/secrets.ts'
import { sessions } from '../../db/sessions.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { root } from '../support/root.ts'
import { start } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const

/** In milliseconds: what is refused is refused within 2 s, and the service is back within 1 s, each with room for a busy machine. */
const REFUSED = 2_000 + 500
const BACK = 1_000 + 1_000
/** What needs no database takes no longer than this. */
const FAST = 1_000

interface Got {
  status: number
  age: string | null
  retryAfter: string | null
  ms: number
  body: string
}

/** @returns status 0 when no answer came */
const ask = async (url: string, init: RequestInit = {}): Promise<Got> => {
  const begun = performance.now()
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(8_000) })
    const body = await answer.text()
    const { status, headers } = answer
    return {
      status,
      age: headers.get('age'),
      retryAfter: headers.get('retry-after'),
      ms: performance.now() - begun,
      body
    }
  } catch (error) {
    return { status: 0, age: null, retryAfter: null, ms: performance.now() - begun, body: String(error) }
  }
}

/** Asks again and again. @returns the milliseconds until the answer had this status; Infinity if it never had */
const timeUntil = async (asking: () => Promise<Got>, wanted: number, limit: number) => {
  const begun = performance.now()
  while (performance.now() - begun < limit + 3_000) {
    if ((await asking()).status === wanted) return performance.now() - begun
    await sleep(20)
  }
  return Infinity
}

t.test('the service without its database', { timeout: 240_000 }, async (t) => {
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

  const read = (path: string, at = base) => ask(`${at}/resources/${path}`)
  let count = 0
  /** A document that nobody has asked for. */
  const readUncached = () => {
    count += 1
    return read(`Desk/Blog/2/Post/Published?offset=${count}`)
  }
  const write = (blog = 2) =>
    ask(`${base}/resources/Desk/Blog/${blog}/Post/Publish`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{"Content":"written"}'
    })
  const health = (name: string) => ask(`${base}/health/${name}`)
  const postsIn = async (pool: Pool, blog: number) => (await pool`select from posts where blog = ${blog}`).length

  const cached = [
    'Desk/Blog/1',
    'Desk/Blog/1.json',
    'Desk/Blog/1/Post/Published',
    'Desk/Blog/1/Post/Published.json?X-Filter=Content',
    'Data/PostType'
  ]
  /** Reads each document until it is current, so that it is cached. */
  const warm = async (at: string) => {
    for (let round = 0; round < 3; round++) {
      for (const path of cached) await read(path, at)
    }
  }
  /** An open blog to write to. */
  await sql`update blogs set closed_on = null where id in (1, 2, 3)`

  for (const [how, away, back] of [
    ['frozen', database.freeze, database.thaw],
    ['killed', database.kill, database.restart]
  ] as const) {
    await t.test(how, async (t) => {
      await warm(base)
      await warm(strict)
      const [before, kept] = [await postsIn(sql, 2), await Promise.all(cached.map((path) => read(path)))]
      await away()
      const noticed = await timeUntil(() => health('ready'), 503, REFUSED)
      t.ok(noticed < REFUSED, `/health/ready says so within 2 s: ${noticed.toFixed(0)} ms`)
      // The other service may have heard from the database a little later.
      await timeUntil(() => ask(`${strict}/health/ready`), 503, REFUSED)

      await t.test('every kind of request at once', async (t) => {
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
            [status, /^\d+$/.test(String(age)), ms < FAST],
            [200, true, true],
            `a cached document is served with its age: ${ms.toFixed(0)} ms`
          )
          t.equal(body, kept[at % kept.length]?.body, 'as it was')
        }
        for (const [what, answers] of [
          ['uncached', uncached],
          ['written', writes],
          ['STALE_IF_ERROR=0 serves nothing stale', refused]
        ] as const) {
          for (const { status, retryAfter, ms } of answers) {
            t.same(
              [status, /^\d+$/.test(String(retryAfter)), ms < REFUSED],
              [503, true, true],
              `${what}: refused within 2 s: ${ms.toFixed(0)} ms`
            )
          }
        }
        t.same([live.status, live.ms < FAST], [200, true], '/health/live never asks the database')
        t.same([ready.status, ready.ms < REFUSED], [503, true], '/health/ready')
      })

      await back()
      const returned = await Promise.all([
        timeUntil(() => readUncached(), 200, BACK),
        timeUntil(() => health('ready'), 200, BACK)
      ])
      t.ok(
        returned.every((ms) => ms < BACK),
        `back within 1 s: ${returned.map((ms) => ms.toFixed(0)).join(' and ')} ms`
      )
      t.equal(await postsIn(sql, 2), before, 'nothing that was refused was stored')
      t.equal((await write()).status, 201, 'writing works again')
      for (const path of cached) t.match(await read(path), { status: 200, age: null }, `${path} is current again`)
    })
  }

  await t.test('a row of blog 1 that somebody else has locked', async (t) => {
    await warm(base)
    await read('Desk/Blog/2')
    const before = await postsIn(sql, 1)
    await sql.begin(async (transaction) => {
      await transaction`update blogs set title = title where id = 1`
      const writes = Promise.all(Array.from({ length: 15 }, () => write(1)))
      for (let round = 0; round < 10; round++) {
        const [document, uncached] = await Promise.all([read('Desk/Blog/2'), readUncached()])
        t.same([document.status, document.ms < FAST], [200, true], `blog 2, cached: ${document.ms.toFixed(0)} ms`)
        t.same([uncached.status, uncached.ms < FAST], [200, true], `blog 2, uncached: ${uncached.ms.toFixed(0)} ms`)
        await sleep(100)
      }
      for (const { status, retryAfter, ms } of await writes) {
        t.same(
          [status, /^\d+$/.test(String(retryAfter)), ms < REFUSED],
          [503, true, true],
          `an insert is refused within 2 s: ${ms.toFixed(0)} ms`
        )
      }
    })
    t.equal((await write(1)).status, 201, 'and the next one is stored')
    t.equal(await postsIn(sql, 1), before + 1, 'it alone')
  })

  await t.test('ten readings of posts that wait for a lock', async (t) => {
    await warm(base)
    await sql.begin(async (transaction) => {
      await transaction`lock table posts in access exclusive mode`
      const waiting = Promise.all(Array.from({ length: 10 }, () => readUncached()))
      for (let round = 0; round < 10; round++) {
        for (const path of cached) {
          const { status, ms } = await read(path)
          t.same([status, ms < FAST], [200, true], `${path}: ${ms.toFixed(0)} ms`)
        }
        await sleep(100)
      }
      for (const { status, retryAfter, ms } of await waiting) {
        t.same(
          [status, /^\d+$/.test(String(retryAfter)), ms < REFUSED],
          [503, true, true],
          `refused within 2 s: ${ms.toFixed(0)} ms`
        )
      }
    })
    const returned = await timeUntil(() => readUncached(), 200, BACK)
    t.ok(returned < BACK, `back within 1 s: ${returned.toFixed(0)} ms`)
  })
})
