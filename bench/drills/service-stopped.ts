/**
 * SIGTERM under load, with 500 open streams: the service ends within ten seconds, answers every request that it had
 * begun, and closes each stream with an event. `npx tsx bench/drills/service-stopped.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimStored, statuses } from '../claims.ts'
import { mixedLoad, stopAll } from '../load/load.ts'
import { openStreams } from '../load/streams.ts'
import { drill } from '../stage/drill.ts'

const STREAMS = 500

await drill(async (stage) => {
  const { claim, note, blogs } = stage
  const service = await stage.serve()
  const addressOf = (n: number) => `${service.origin}/resources/Desk/Blog/${blogs[n % blogs.length]}/Post/Published`
  const { streams } = await openStreams(addressOf, STREAMS)
  const load = mixedLoad(service.origin, stage)
  await sleep(5_000)
  const stopped = performance.now()
  const { code, took } = await service.stop()
  await sleep(500)
  await stopAll(load)

  const answers = [load.writing, load.reading, load.readingUncached].flatMap(({ answers }) => answers)
  const started = answers.filter(({ at }) => at < stopped)
  const after = answers.filter(({ at }) => at >= stopped)
  const underWay = started.filter(({ at, ms }) => at + ms > stopped)
  const isClosed = streams.filter(({ text, hasEnded }) => hasEnded() && text().includes('event: close'))
  note(`begun before the signal: ${statuses(started)}; after it: ${statuses(after)}`)
  claim('exit code', code ?? -1, ['=', 0])
  claim('time until the end', took, ['≤', 10_000, 'ms'])
  claim('requests under way at the signal', underWay.length, ['≥', 1])
  claim('of those without an answer', underWay.filter(({ status }) => status === 0).length, ['=', 0])
  claim(`of ${STREAMS} streams, without a closing event`, STREAMS - isClosed.length, ['=', 0])
  await claimStored(stage, stage.postgres.sql, load.writing)
})
