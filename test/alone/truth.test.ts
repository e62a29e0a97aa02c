/**
 * Two processes share a database, which editors change concurrently, in slow transactions: no answer and no event is
 * later than a second, even if notifications of the database are lost, clients that poll or stream miss no change, and
 * every total is exact. `bench/endurance/truth.ts` and `newsroom.ts` run the same for longer.
 */
import t from 'tap'
import { runTruth } from '../../bench/endurance/truth-run.ts'
import { setStage } from '../../bench/stage/drill.ts'
import { asserted } from '../support/stage.ts'

/** Fewer than in the long form, because this process also runs tap. */
const CLIENTS = 40

t.test('no answer is later than a second, and no client misses a change', { timeout: 180_000 }, async (t) => {
  for await (const { disturbance, summary, faults } of runTruth(await setStage(t, asserted(t)), 2, CLIENTS)) {
    t.comment(`${disturbance}: ${summary}`)
    t.same(faults.slice(0, 5), [], disturbance)
  }
})
