/**
 * SIGTERM under load, with 500 open streams: the service ends within ten seconds, answers every request that it had
 * begun, and closes each stream with an event. `npx tsx deploy/drills/service-stopped.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimStored, statuses } from './claims.ts'
import { mixedLoad, openStream } from './load.ts'
import { claim, drill, note, serve } from './stage.ts'

const STREAMS = 500

await drill(async (stage) => {
  const { blogs } = stage
  const service = await serve(stage)
  const streams = await Promise.all(
    Array.from({ length: STREAMS }, (_, n) => openStream(service.origin, blogs[n % blogs.length] ?? 0))
  )
  const load = mixedLoad(service.origin, stage)
  await sleep(5_000)
  const stopped = performance.now()
  const { code, took } = await service.stop()
  await sleep(500)
  await load.stop()

  const answers = [load.writing, load.reading, load.readingUncached].flatMap(({ answers }) => answers)
  const started = answers.filter(({ at }) => at < stopped)
  const after = answers.filter(({ at }) => at >= stopped)
  const underWay = started.filter(({ at, ms }) => at + ms > stopped)
  note(`begun before the signal: ${statuses(started)}; after it: ${statuses(after)}`)
  claim('exit code', code ?? -1, ['=', 0])
  claim('time until the end', took, ['≤', 10_000, 'ms'])
  claim('requests under way at the signal', underWay.length, ['≥', 1])
  claim('of those without an answer', underWay.filter(({ status }) => status === 0).length, ['=', 0])
  claim(
    `of ${STREAMS} streams, without a closing event`,
    streams.filter(({ text, hasEnded }) => !hasEnded() || !text().includes('event: close')).length,
    ['=', 0]
  )
  await claimStored(stage.postgres.sql, load.writing)
})
