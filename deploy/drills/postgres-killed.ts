/**
 * PostgreSQL is killed (SIGKILL to all its processes) ten times while 32 writers publish and readers read through
 * nginx. No acknowledged post is missing, none is stored twice, and the service returns by itself. `npx tsx
 * deploy/drills/postgres-killed.ts [acknowledged posts]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { argument } from '../../test/endurance/environment.ts'
import { claimReads, claimStored, statuses } from './claims.ts'
import { readers, shared, writers } from './load.ts'
import { claim, drill, note, serve, startNginx, timeUntil } from './stage.ts'

const KILLS = 10
const posts = argument(0, 'how many posts', 50_000)

await drill(async (stage) => {
  const { postgres, blogs } = stage
  const service = await serve(stage)
  const load = writers(service.origin, { ...stage, count: 32 })
  const reading = readers(await startNginx([service]), shared(blogs), { count: 4 })
  const returns: number[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = (posts / KILLS) * kill
    while (load.acknowledged.size < goal) await timeUntil(async () => load.acknowledged.size >= goal)
    await sleep(Math.random() * 100)
    await postgres.kill()
    await sleep(500)
    await postgres.restart()
    const before = load.acknowledged.size
    returns.push(await timeUntil(async () => load.acknowledged.size > before))
  }
  await timeUntil(async () => load.acknowledged.size >= posts)
  await load.stop()
  await reading.stop()
  note(`${KILLS} kills; answers to writers: ${statuses(load.answers)}`)
  await claimStored(postgres.sql, load, posts)
  claim('the first post after PostgreSQL takes connections, slowest', Math.max(...returns), ['≤', 2000, 'ms'])
  claimReads('shared documents through nginx', reading)
})
