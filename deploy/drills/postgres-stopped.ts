/**
 * PostgreSQL is stopped for 30 seconds under load: readers notice nothing, writers are refused at once, and all is well
 * two seconds after its return. Needs nginx. `npx tsx deploy/drills/postgres-stopped.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimStored, percentile, readers, shared, statuses, uncached, writers, type Answer } from './load.ts'
import { claim, drill, note } from './stage.ts'

const AWAY = 30_000

await drill(async ({ serve, nginx, postgres, token, blogs }) => {
  const service = await serve()
  const front = await nginx([service])
  const writing = writers(front, { token, blogs, count: 8, pause: 20 })
  const reading = readers(front, shared(blogs))
  const readingUncached = readers(front, uncached(blogs), { count: 4 })
  await sleep(5_000)
  const stopped = performance.now()
  await postgres.kill()
  await sleep(AWAY)
  await postgres.restart()
  const back = performance.now()
  await sleep(7_000)
  for (const load of [writing, reading, readingUncached]) await load.stop()

  const during = (answers: readonly Answer[]) => answers.filter(({ at }) => at > stopped && at < back)
  const failed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200 && status !== 201)
  const lastFailure = (answers: readonly Answer[]) =>
    Math.max(0, ...failed(answers).map(({ at, ms }) => at + ms - back))
  note(`readers of shared documents: ${statuses(reading.answers)}; of others: ${statuses(readingUncached.answers)}`)
  note(`writers: ${statuses(writing.answers)}`)
  claim(`of ${reading.answers.length.toLocaleString('en-US')} reads, failed`, failed(reading.answers).length, ['=', 0])
  claim('slowest read', percentile(1, during(reading.answers)), ['≤', 2000, 'ms'])
  const refused = during(writing.answers).filter(({ status }) => status !== 201)
  claim('writes refused', refused.length, ['≥', 1])
  claim('refused with another status than 503', refused.filter(({ status }) => status !== 503).length, ['=', 0])
  claim('slowest refusal of a write', percentile(1, refused), ['≤', 2000, 'ms'])
  claim('last refused write after the return', lastFailure(writing.answers), ['≤', 2000, 'ms'])
  claim('last refused first read after the return', lastFailure(readingUncached.answers), ['≤', 2000, 'ms'])
  await claimStored(postgres.sql, writing)
})
