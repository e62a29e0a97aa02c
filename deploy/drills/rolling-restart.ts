/**
 * Two replicas behind nginx are restarted one after the other, ten times, under load: no read fails, and every write is
 * stored once. Needs nginx. `npx tsx deploy/drills/rolling-restart.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, percentile, statuses } from './claims.ts'
import { mixedLoad } from './load.ts'
import { claim, drill, note, serve, startNginx, timeUntil } from './stage.ts'

const ROUNDS = 10

await drill(async (stage) => {
  const replicas = [await serve(stage), await serve(stage)]
  const load = mixedLoad(await startNginx(replicas), stage)
  let slowestEnd = 0
  let badEnds = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const replica of replicas) {
      const { code, took } = await replica.stop()
      slowestEnd = Math.max(slowestEnd, took)
      if (code !== 0) badEnds += 1
      await replica.start()
      await timeUntil(async () => (await fetch(`${replica.origin}/health/ready`)).ok)
      // nginx counts in seconds: it tries a replica again within three seconds after it was away.
      await sleep(3_500)
    }
  }
  await load.stop()
  const { writing } = load
  claimReads('shared documents', load.reading)
  claimReads('documents in no cache', load.readingUncached)
  note(`writes: ${statuses(writing.answers)}; slowest ${percentile(1, writing.answers).toFixed(0)} ms`)
  claim('slowest end of a replica', slowestEnd, ['≤', 10_000, 'ms'])
  claim('replicas that did not end with exit code 0', badEnds, ['=', 0])
  await claimStored(stage.postgres.sql, writing)
})
