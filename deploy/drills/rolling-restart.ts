/**
 * Two replicas behind nginx are restarted one after the other, ten times, under load: no read fails, and every write is
 * stored once. Needs nginx. `npx tsx deploy/drills/rolling-restart.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimStored, percentile, readers, shared, statuses, uncached, writers } from './load.ts'
import { claim, drill, note, timeUntil } from './stage.ts'

const ROUNDS = 10

await drill(async ({ serve, nginx, postgres, token, blogs }) => {
  const replicas = [await serve(), await serve()]
  const front = await nginx(replicas)
  const writing = writers(front, { token, blogs, pause: 10 })
  const reading = readers(front, shared(blogs))
  const readingUncached = readers(front, uncached(blogs), { count: 4 })
  let slowestEnd = 0
  let badEnds = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const replica of replicas) {
      const { code, took } = await replica.stop()
      slowestEnd = Math.max(slowestEnd, took)
      if (code !== 0) badEnds += 1
      await replica.start()
      await timeUntil(async () => (await fetch(`${replica.origin}/health/ready`)).ok)
      // nginx tries a replica again two seconds after it was away.
      await sleep(2_500)
    }
  }
  for (const load of [writing, reading, readingUncached]) await load.stop()
  for (const [what, { answers }] of [
    ['shared documents', reading],
    ['documents in no cache', readingUncached]
  ] as const) {
    note(`${what}: ${statuses(answers)}; slowest ${percentile(1, answers).toFixed(0)} ms`)
    claim(
      `of ${answers.length.toLocaleString('en-US')} reads of ${what}, failed`,
      answers.filter(({ status }) => status !== 200).length,
      ['=', 0]
    )
  }
  note(`writes: ${statuses(writing.answers)}; slowest ${percentile(1, writing.answers).toFixed(0)} ms`)
  claim('slowest end of a replica', slowestEnd, ['≤', 10_000, 'ms'])
  claim('replicas that did not end with exit code 0', badEnds, ['=', 0])
  await claimStored(postgres.sql, writing)
})
