/**
 * A service with two replicas follows a blog that editors change at random, while the other service and the network
 * fail in many ways. After each failure, both sides show the same posts within a minute, none of them twice.
 * `test/moving/drills.test.ts` is the short form.
 * `SEED=28 npx tsx bench/drills/following.ts [seconds that the source is stopped]`
 */
import * as failures from '../following/failures.ts'
import { runFollowing } from '../following/run.ts'
import { openSource } from '../following/newsrooms.ts'
import { argument, drill } from '../stage/drill.ts'

const seconds = argument('how many seconds the source is stopped', 60)
const seed = Number(process.env['SEED'] ?? 28)
const { stopSource, killSource, killFollowers, killAllFollowers } = failures
const { cutConnections, burst, slowLoris, poison, restoreSource } = failures

await drill(async (stage) => {
  const rooms = await openSource(stage, seed)
  const { sync } = await runFollowing(stage, rooms, { seed, changes: 100, kills: 5 }, [
    ...[stopSource(seconds), killSource, killFollowers, killAllFollowers],
    ...[cutConnections, burst(1_000), slowLoris(30), poison, restoreSource]
  ])
  const parkedChanges = await stage.postgres.sql`select from parked_changes where sync = ${sync}`
  stage.note(`parked changes at the end: ${parkedChanges.count}`)
})
