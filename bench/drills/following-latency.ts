/**
 * From the request that publishes a post in one service to the open stream of a reader of another service's copy.
 * `npx tsx bench/drills/following-latency.ts [posts]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openSource, startSync } from '../following/newsrooms.ts'
import { openStream } from '../load/streams.ts'
import { argument, drill } from '../stage/drill.ts'

const posts = argument('how many posts', 50)
/** Milliseconds between two posts: more than the follower rests between two readings. */
const PAUSE = 200

await drill(async (stage) => {
  const { claim, note } = stage
  const { source, blog, copy, publish } = await openSource(stage, 28)
  const follower = await stage.serve({ FOLLOW_PRIVATE: 'true' })
  await startSync(follower, stage, copy, `${source.origin}/resources/Desk/Blog/${blog}`)
  const list = `${follower.origin}/resources/Desk/Blog/${copy}/Post/Published?cId.since=0&X-Filter=Content`
  const stream = await openStream(list)
  // The follower looks for new syncs every three seconds.
  await publish('the first post')
  await stream.received('the first post')
  const times: number[] = []
  for (let number = 1; number <= posts; number += 1) {
    await sleep(PAUSE)
    const began = performance.now()
    await publish(`post ${number}.`)
    await stream.received(`post ${number}.`)
    times.push(performance.now() - began)
  }
  stream.close()
  const sorted = times.toSorted((one, other) => one - other)
  const quantile = (share: number) => sorted[Math.floor((posts - 1) * share)] ?? NaN
  claim(`median of ${posts} posts`, quantile(0.5), ['≤', 1000, 'ms'])
  note(`95 of 100 within ${Math.round(quantile(0.95))} ms, the slowest ${Math.round(quantile(1))} ms`)
})
