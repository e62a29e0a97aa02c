/**
 * PostgreSQL is killed (SIGKILL to all its processes) ten times while 32 writers publish and readers read through
 * nginx. No acknowledged post is missing, none is stored twice, and the service returns by itself. `npx tsx
 * bench/drills/postgres-killed.ts [acknowledged posts]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads } from '../claims.ts'
import { killUnderWriters } from '../load/kills.ts'
import { readers, shared } from '../load/load.ts'
import { argument, drill, timeUntil } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

const posts = argument('how many posts', 50_000)

await drill(async (stage) => {
  const { claim, postgres, blogs } = stage
  const service = await stage.serve()
  const reading = readers(await startNginx(stage.end, [service.origin]), shared(blogs), { count: 4 })
  let slowest = 0
  await killUnderWriters(stage, { origin: service.origin, posts, kills: 10 }, async ({ acknowledged }) => {
    await postgres.kill()
    await sleep(500)
    await postgres.restart()
    const { size } = acknowledged
    slowest = Math.max(slowest, await timeUntil(() => acknowledged.size > size))
  })
  await reading.stop()
  claim('the first post after PostgreSQL takes connections, slowest', slowest, ['≤', 2000, 'ms'])
  claimReads(stage, 'shared documents through nginx', reading)
})
