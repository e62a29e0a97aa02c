/**
 * The service is killed (SIGKILL) twenty times while 32 writers publish. No acknowledged post is missing, none is
 * stored twice. `npx tsx bench/drills/service-killed.ts [acknowledged posts]`
 */
import { argument, drill } from '../stage/drill.ts'
import { killUnderWriters } from '../load/kills.ts'

const posts = argument('how many posts', 50_000)

await drill(async (stage) => {
  const service = await stage.serve()
  await killUnderWriters(stage, { origin: service.origin, posts, kills: 20 }, async () => {
    await service.stop('SIGKILL')
    await service.start()
  })
})
