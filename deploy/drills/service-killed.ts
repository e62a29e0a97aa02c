/**
 * The service is killed (SIGKILL) twenty times while 32 writers publish. No acknowledged post is missing, none is
 * stored twice. `npx tsx deploy/drills/service-killed.ts [acknowledged posts]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { argument } from '../../test/endurance/environment.ts'
import { claimStored, statuses } from './claims.ts'
import { writers } from './load.ts'
import { drill, note, serve, timeUntil } from './stage.ts'

const KILLS = 20
const posts = argument(0, 'how many posts', 50_000)

await drill(async (stage) => {
  const service = await serve(stage)
  const load = writers(service.origin, { ...stage, count: 32 })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = (posts / KILLS) * kill
    while (load.acknowledged.size < goal) await timeUntil(async () => load.acknowledged.size >= goal)
    await sleep(Math.random() * 100)
    await service.kill()
    await service.start()
  }
  await timeUntil(async () => load.acknowledged.size >= posts)
  await load.stop()
  note(`${KILLS} kills; answers: ${statuses(load.answers)}`)
  await claimStored(stage.postgres.sql, load, posts)
})
