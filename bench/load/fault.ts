/** A fault under load: its effects on readers and writers, and the time until all is well again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, percentile, statuses } from '../claims.ts'
import { mixedLoad, stopAll, type Answer, type Load, type MixedLoad } from './load.ts'
import { drill, type Stage } from '../stage/drill.ts'
import { startNginx } from '../stage/nginx.ts'

export interface Fault {
  readonly begin: () => Promise<unknown>
  /** Ends it; resolves when it is over. */
  readonly end: () => Promise<unknown>
  readonly seconds: number
  /** The requests that it makes impossible. */
  readonly stops: 'reads and writes' | 'writes' | 'at most some writes' | 'nothing'
}

/** Seconds of load before a fault, which fill the caches, and after it. */
const AROUND = { before: 5, after: 7 }

/** Time limits of a run, and the allowance for a busy machine. */
export interface Spans {
  /** Seconds of load before the fault and, at most, after it. */
  readonly before: number
  readonly after: number
  /** Seconds whose answers must all be right for the load to end before `after` is over. */
  readonly calm?: number
  /** Milliseconds that a busy machine may take longer. */
  readonly reserve?: number
}

/**
 * Causes a fault while readers and writers send requests.
 * Claims that no reader of a shared document fails, that everything else is answered or refused with 503 within two
 * seconds, that all requests succeed two seconds after the end, and that no acknowledged post is missing.
 * @returns the answers to readers of shared documents, while the fault lasted and when it was over
 */
export const causeFault = async (
  stage: Stage,
  { begin, end, seconds, stops }: Fault,
  startLoad: () => MixedLoad,
  { before, after, calm = after, reserve = 0 }: Spans = AROUND
): Promise<{ during: readonly Answer[]; afterwards: readonly Answer[] }> => {
  const { claim, note, postgres } = stage
  const load = startLoad()
  const { writing, reading, readingUncached } = load
  await sleep(before * 1000)
  const startedAt = performance.now()
  await begin()
  const broken = performance.now()
  await sleep(seconds * 1000)
  await end()
  const over = performance.now()
  const inTime = ['≤', 2000 + reserve, 'ms'] as const
  const wellSince = (await untilCalm(load, { after, calm })) ? performance.now() - calm * 1000 : over + inTime[1]
  await stopAll(load)

  const during = (answers: readonly Answer[]) => answers.filter(({ at, ms }) => at + ms > startedAt && at < over)
  const others = [...readingUncached.answers, ...writing.answers]
  const failed = others.filter(isFailure)
  const refused = failed.filter(({ status }) => status === 503)
  const [reads, writes] = [during(readingUncached.answers), during(writing.answers)]
  note(`documents in no cache: ${statuses(reads)}; writes: ${statuses(writes)}`)
  const succeeded = writes.filter((write) => !isFailure(write))
  note(`slowest write that succeeded: ${percentile(1, succeeded).toFixed(0)} ms`)
  claimReads(stage, 'shared documents', reading)
  if (stops !== 'at most some writes') {
    claim('writes refused', writes.filter(isFailure).length, stops === 'nothing' ? ['=', 0] : ['≥', 1])
  }
  if (stops === 'writes') claim('reads refused', reads.filter(isFailure).length, ['=', 0])
  claim('answers with another status than 200, 201 or 503', failed.length - refused.length, ['=', 0])
  claim('refusals without Retry-After', refused.filter(({ headers }) => !headers['retry-after']).length, ['=', 0])
  claim('slowest answer to a reader', percentile(1, reading.answers), inTime)
  claim('slowest refusal', percentile(1, failed), inTime)
  const afterwards = writing.answers.filter(({ at, status }) => at > over && status === 201)
  claim('writes that succeed afterwards', afterwards.length, ['≥', 1])
  claim('last failure after the end', Math.max(0, ...failed.map(({ at, ms }) => at + ms - over)), inTime)
  await claimStored(stage, postgres.sql, writing, broken)
  // The next fault of a drill counts its own posts.
  await postgres.sql`truncate posts, idempotency_keys cascade`
  return { during: during(reading.answers), afterwards: reading.answers.filter(({ at }) => at > wellSince) }
}

const isFailure = ({ status }: Answer) => status !== 200 && status !== 201

/**
 * Waits until all answers of the last `calm` seconds were right and had no age, as stale documents have.
 * @returns false if `after` seconds pass before
 */
const untilCalm = async (load: MixedLoad, { after, calm }: { after: number; calm: number }): Promise<boolean> => {
  const end = performance.now() + after * 1000
  for (await sleep(calm * 1000); performance.now() < end; await sleep(50)) {
    const since = performance.now() - calm * 1000
    const isRight = ({ answers }: Load) => {
      const recent = answers.slice(answers.findLastIndex(({ at, ms }) => at + ms < since) + 1)
      return recent.length > 0 && !recent.some((answer) => isFailure(answer) || answer.headers.age !== undefined)
    }
    if (Object.values(load).every(isRight)) return true
  }
  return false
}

/**
 * Runs a drill that causes faults while readers and writers go through nginx to the service. Needs nginx.
 * @param faultsOf returns the faults and settings of the service
 */
export const faultDrill = (
  faultsOf: (stage: Stage) => Promise<{ faults: readonly Fault[]; settings?: Readonly<Record<string, string>> }>
): Promise<never> =>
  drill(async (stage) => {
    const { faults, settings } = await faultsOf(stage)
    const service = await stage.serve(settings)
    for (const fault of faults) {
      const front = await startNginx(stage.end, [service.origin])
      await causeFault(stage, fault, () => mixedLoad(front, stage))
    }
  })
