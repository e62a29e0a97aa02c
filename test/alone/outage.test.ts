/**
 * The database is frozen, killed or locked: the service serves cached documents, refuses other requests within two
 * seconds, and never hangs. `bench/drills` has further faults, for longer and through nginx.
 */
import t, { type Test } from 'tap'
import type { Pool, Sql } from '../../db/client.ts'
import { percentile } from '../../bench/claims.ts'
import { causeFault, type Fault } from '../../bench/load/fault.ts'
import { readers, shared, uncached, writers, type Answer } from '../../bench/load/load.ts'
import { publication, send } from '../../bench/load/requests.ts'
import { setStage, timeUntil } from '../../bench/stage/drill.ts'
import { asserted } from '../support/stage.ts'

/** Milliseconds that a busy machine may take longer than promised. The drills hold the promise itself. */
const RESERVE = 2_000
/** Maximum milliseconds until a request is refused, and until the service works again. */
const [REFUSED, BACK] = [2_000 + RESERVE, 1_000 + 2 * RESERVE]
/** Maximum milliseconds of an answer that needs no database: less than until a request is refused. */
const FAST = 1_500
/** Seconds of a fault. A request that hangs meanwhile exceeds every maximum. */
const SECONDS = 5
/** Seconds of load before and after a fault. */
const SPANS = { before: 1, after: 5, calm: 1, reserve: RESERVE }

t.test('the service copes with a database that does not respond', { timeout: 240_000 }, async (t) => {
  const stage = await setStage(t, asserted(t))
  const { blogs, token, postgres } = stage
  const { origin } = await stage.serve()
  const strict = await stage.serve({ STALE_IF_ERROR: '0' })
  // Nobody writes to the blogs that are read, so their documents stay cached.
  const [read, written] = [blogs.slice(0, 4), blogs.slice(4)]
  const document = `/resources/Desk/Blog/${read[0]}`

  const cause = (t: Test, fault: Omit<Fault, 'seconds'>) =>
    causeFault(
      { ...stage, ...asserted(t) },
      { ...fault, seconds: SECONDS },
      () => ({
        writing: writers(origin, { token, blogs: written }, { count: 3, insists: false }),
        reading: readers(origin, shared(read), { count: 3 }),
        readingUncached: readers(origin, uncached(read), { count: 2 })
      }),
      SPANS
    )
  const isStale = ({ headers }: Answer) => /^\d+$/.test(String(headers.age))

  for (const [state, begin, end] of [
    ['frozen', postgres.freeze, postgres.thaw],
    ['killed', postgres.kill, postgres.restart]
  ] as const) {
    await t.test(`cached documents are served while the database is ${state}`, async (t) => {
      const live = readers(origin, () => '/health/live', { count: 1, pause: 20 })
      const timeUntilReady = (status: number) =>
        timeUntil(async () => (await send(`${origin}/health/ready`)).status === status)
      const before = await send(origin + document)
      await send(strict.origin + document)
      let timeBack = Promise.resolve(Infinity)

      const { during, afterwards } = await cause(t, {
        stops: 'reads and writes',
        begin: async () => {
          await begin()
          const ms = await timeUntilReady(503)
          t.ok(ms < REFUSED, `/health/ready is 503 after ${ms.toFixed(0)} ms`)
        },
        end: async () => {
          const stale = await send(origin + document)
          t.ok(isStale(stale), 'a cached document has its age')
          t.equal(`${stale.body}`, `${before.body}`, 'and is the same as before')
          // The service knows that the database is away, so no request tries to use it.
          for (const refused of [
            await send(...publication(origin, token, written[0] ?? 0, 'refused')),
            await send(`${origin}${document}?X-Filter=Title`),
            await send(strict.origin + document)
          ]) {
            t.match(refused, { status: 503, headers: { 'retry-after': /^\d+$/ } })
            t.match(`${refused.body}`, /The database cannot be reached; try again shortly/)
          }
          await end()
          timeBack = timeUntilReady(200)
        }
      })
      await live.stop()
      t.ok((await timeBack) < BACK, `/health/ready is 200 after ${(await timeBack).toFixed(0)} ms`)
      t.ok(percentile(1, during) < FAST, `cached documents take at most ${percentile(1, during).toFixed(0)} ms`)
      t.ok(afterwards.length > 0 && !afterwards.some(isStale), 'documents are fresh again')
      t.same([...new Set(live.answers.map(({ status }) => status))], [200], '/health/live does not need the database')
      const holds = percentile(1, live.answers) < FAST
      t.ok(holds, `/health/live takes at most ${percentile(1, live.answers).toFixed(0)} ms`)
    })
  }

  for (const [name, stops, statement] of [
    ['a lock on blogs delays only inserts into these blogs', 'writes', lockBlogs],
    ['requests that wait for a lock on posts do not delay cached documents', 'reads and writes', lockPosts]
  ] as const) {
    await t.test(name, async (t) => {
      const { during } = await cause(t, { stops, ...lock(postgres.sql, statement(written)) })
      t.ok(percentile(1, during) < FAST, `cached documents take at most ${percentile(1, during).toFixed(0)} ms`)
    })
  }
})

const lockBlogs = (blogs: readonly number[]) => (sql: Sql) =>
  sql`update blogs set title = title where id in ${sql([...blogs])}`
const lockPosts = () => (sql: Sql) => sql`lock table posts in access exclusive mode`

/** A fault: a transaction that holds a lock. */
const lock = (sql: Pool, statement: (sql: Sql) => Promise<unknown>) => {
  let release = () => {}
  const hold = (locked: () => void) =>
    sql.begin(async (transaction) => {
      await statement(transaction)
      locked()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
  return {
    begin: () => new Promise<void>((resolve, reject) => hold(resolve).catch(reject)),
    end: async () => release()
  }
}
