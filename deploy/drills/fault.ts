/** A fault under load: what readers and writers notice of it, and how soon all is well again. Needs nginx. */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, percentile, statuses } from './claims.ts'
import { mixedLoad, type Answer } from './load.ts'
import { claim, note, startNginx, type Service, type Stage } from './stage.ts'

/** Seconds of load before a fault, which fill the caches, and after it. */
const BEFORE = 5
const AFTER = 7

/**
 * Causes a fault while readers and writers go through nginx to a service.
 * Claims that no reader of a shared document fails, that everything else is answered or refused with 503 within two
 * seconds, that all requests succeed two seconds after the end, and that no acknowledged post is missing.
 * @param begin causes the fault
 * @param end ends it; resolves when it is over
 * @param refuses whether the fault makes writing impossible
 */
export const causeFault = async (
  stage: Stage,
  service: Service,
  {
    begin,
    end,
    seconds,
    refuses
  }: { begin: () => Promise<unknown>; end: () => Promise<unknown>; seconds: number; refuses: boolean }
) => {
  const load = mixedLoad(await startNginx([service]), stage)
  const { writing, reading, readingUncached } = load
  await sleep(BEFORE * 1000)
  const began = performance.now()
  await begin()
  await sleep(seconds * 1000)
  await end()
  const ended = performance.now()
  await sleep(AFTER * 1000)
  await load.stop()

  const failed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200 && status !== 201)
  const during = (answers: readonly Answer[]) => answers.filter(({ at, ms }) => at + ms > began && at < ended)
  const lastFailure = (answers: readonly Answer[]) =>
    Math.max(0, ...failed(answers).map(({ at, ms }) => at + ms - ended))
  const succeeded = writing.answers.filter(({ status }) => status === 201)
  const others = [...readingUncached.answers, ...writing.answers]
  note(
    `documents in no cache: ${statuses(during(readingUncached.answers))}; writes: ${statuses(during(writing.answers))}`
  )
  note(`slowest write that succeeded: ${percentile(1, succeeded).toFixed(0)} ms`)
  claimReads('shared documents', reading)
  if (refuses) claim('writes refused', failed(during(writing.answers)).length, ['≥', 1])
  claim(
    'answers with another status than 200, 201 or 503',
    failed(others).filter(({ status }) => status !== 503).length,
    ['=', 0]
  )
  claim('slowest answer to a reader', percentile(1, reading.answers), ['≤', 2000, 'ms'])
  claim('slowest refusal', percentile(1, failed(others)), ['≤', 2000, 'ms'])
  claim('last failure after the end', lastFailure(others), ['≤', 2000, 'ms'])
  await claimStored(stage.postgres.sql, writing)
  // The next fault of a drill counts its own posts.
  await stage.postgres.sql`truncate posts, idempotency_keys cascade`
}
