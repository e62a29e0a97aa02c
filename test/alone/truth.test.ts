/**
 * Two processes share a database, which editors change concurrently, in slow transactions: no answer and no event is
 * later than a second, even if notifications of the database are lost, clients that poll or stream miss no change, and
 * every total is exact. `bench/endurance/truth.ts` and `newsroom.ts` run the same for longer.
 */
import t from 'tap'
import { runTruth } from '../../bench/endurance/truth-run.ts'
import { setStage } from '../../bench/stage/drill.ts'
import { lastCIdOf, overSocket, silenceNotifications } from '../routes/cached.ts'
import { build, type Built, numberFrom, until } from '../support/index.ts'
import { asserted } from '../support/stage.ts'

/** Fewer than in the long form, because this process also runs tap. */
const CLIENTS = 40
/** Seconds between two comparisons of everything. Longer than a rest of the editors, and often enough for all of it. */
const SPAN = 4

t.test('no answer is later than a second, and no client misses a change', { timeout: 180_000 }, async (t) => {
  // Between two disturbances, notifications arrive as without them.
  const runs = runTruth(await setStage(t, asserted(t)), SPAN, CLIENTS, ['deaf', 'lossy'])
  for await (const { disturbance, summary, faults } of runs) {
    t.comment(`${disturbance}: ${summary}`)
    t.same(faults.slice(0, 5), [], disturbance)
  }
})

/**
 * Waits for the connection that listens for notifications, and ends it. The service opens another one, but the
 * notifications sent in between are lost.
 */
const endListener = async ({ sql }: Built) => {
  const terminate = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  await until(terminate, ({ count }) => count > 0)
}

t.test('a change made directly in the database is visible within a second', async (t) => {
  const built = await build(t)
  const { app, sql } = built
  const ask = await overSocket(t, app)
  for (const [about, prepare, longest] of [
    ['with a notification', async () => {}, 300],
    ['while the listener is away', endListener, 1000],
    ['without a notification', async ({ sql }: Built) => silenceNotifications(sql), 1000]
  ] as const) {
    await app.freshness.catchUp()
    for (let time = 0; time < 2; time += 1) {
      await lastCIdOf(ask)
      await prepare(built)
      const LastCId = await numberFrom(sql`
        with inserted as (
          insert into posts (blog, creator, content, published_on) values (3, 1, 'x', now()) returning c_id
        )
        select c_id as last_c_id from inserted`)
      const startedAt = performance.now()
      await until(
        () => lastCIdOf(ask),
        (lastCId) => lastCId >= LastCId
      )
      const took = performance.now() - startedAt
      t.ok(took < longest, `${about}: after ${took.toFixed(0)} ms`)
    }
  }
})
