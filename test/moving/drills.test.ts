/** Services that follow and announce changes, and devices that follow, while connections are cut and processes end. */
import t from 'tap'
import { runClients } from '../../bench/endurance/client-run.ts'
import { cutConnections, killHolder } from '../../bench/following/failures.ts'
import { startSource } from '../../bench/following/newsrooms.ts'
import { runFollowing } from '../../bench/following/run.ts'
import { breakAnswers, killSenders } from '../../bench/webhooks/failures.ts'
import { claimAnnounced, openRun } from '../../bench/webhooks/run.ts'
import { cloneDatabase } from '../support/index.ts'
import { setRunStage } from '../support/stage.ts'
import { atOnce } from '../support/at-once.ts'

/** Maximum milliseconds of a test. The tests start processes, and wait for them. */
const LONG = 240_000

const seed = Number(process.env['SEED'] ?? 28)

// `bench/drills/following.ts` is the long form.
t.test(`whatever editors do at the source, two blogs are equal (SEED=${seed})`, atOnce(LONG), async (t) => {
  const stage = await setRunStage(t, 1)
  const rooms = await startSource(stage, await cloneDatabase(t), seed)
  await runFollowing(stage, rooms, { seed, changes: 50, kills: 2 }, [cutConnections, killHolder])
})

// `bench/drills/webhooks.ts` is the long form.
t.test(`all changes are announced after kills, in order (SEED=${seed})`, atOnce(LONG), async (t) => {
  const run = await openRun(await setRunStage(t, 3), seed)
  for (const fail of [killSenders(3, 30), breakAnswers(5)]) await claimAnnounced(run, await fail(run))
})

// `bench/endurance/client.ts` is the long form.
t.test('followers of the client package miss no change and have none twice', atOnce(LONG), async (t) => {
  const run = { observations: 500, followers: 12, span: 4 }
  for await (const { summary, faults } of runClients(await setRunStage(t, 1), run)) {
    t.comment(summary)
    t.same(faults.slice(0, 5), [])
  }
})
