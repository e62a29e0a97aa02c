/**
 * Two replicas behind nginx are restarted one after the other, ten times, under load: no read fails, and every write is
 * stored once. Needs nginx. `npx tsx bench/drills/rolling-restart.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, percentile, statuses } from '../claims.ts'
import { mixedLoad, stopAll } from '../load/load.ts'
import { send } from '../load/requests.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

const rounds = argument('how many rounds', 10)

await drill(async (stage) => {
  const { claim, note } = stage
  const replicas = [await stage.serve(), await stage.serve()]
  const origins = replicas.map(({ origin }) => origin)
  const load = mixedLoad(await startNginx(stage.end, origins), stage)
  const ends: { code: number | null; took: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const replica of replicas) {
      ends.push(await replica.stop())
      await replica.start()
      await timeUntil(async () => (await send(`${replica.origin}/health/ready`)).status === 200)
      // nginx counts in seconds: it tries a replica again within three seconds after it was away.
      await sleep(3_500)
    }
  }
  await stopAll(load)
  const { writing } = load
  claimReads(stage, 'shared documents', load.reading)
  claimReads(stage, 'documents in no cache', load.readingUncached)
  note(`writes: ${statuses(writing.answers)}; slowest ${percentile(1, writing.answers).toFixed(0)} ms`)
  claim('slowest end of a replica', Math.max(...ends.map(({ took }) => took)), ['≤', 10_000, 'ms'])
  claim('replicas that did not end with exit code 0', ends.filter(({ code }) => code !== 0).length, ['=', 0])
  await claimStored(stage, stage.postgres.sql, writing)
})
