/**
 * Of five replicas behind nginx, four end at once and come back, five times, under load: no read fails. Needs nginx.
 * `npx tsx bench/drills/replicas-ended.ts [rounds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads } from '../claims.ts'
import { readers, uncached } from '../load/load.ts'
import { argument, drill } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

const rounds = argument('how many rounds', 5)
/** Milliseconds of load between two changes: nginx, which counts in seconds, must have noticed the last one. */
const PAUSE = 4_000

await drill(async (stage) => {
  const replicas = [await stage.serve()]
  while (replicas.length < 5) replicas.push(await stage.serve())
  const origins = replicas.map(({ origin }) => origin)
  const reading = readers(await startNginx(stage.end, origins), uncached(stage.blogs), { count: 8 })
  for (let round = 0; round < rounds; round += 1) {
    await sleep(PAUSE)
    await Promise.all(replicas.slice(1).map((replica) => replica.stop()))
    await sleep(PAUSE)
    await Promise.all(replicas.slice(1).map((replica) => replica.start()))
  }
  await reading.stop()
  claimReads(stage, 'documents in no cache', reading)
})
