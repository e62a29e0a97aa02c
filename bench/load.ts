/** Puts load on one address with autocannon, in this process, and counts what comes back. */
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Asked } from './answers.ts'
import { measureWithWrk } from './wrk.ts'

export interface Load {
  readonly origin: string
  readonly asked: Asked
  readonly connections: number
  /** Seconds that are measured. */
  readonly duration: number
  readonly tool?: 'autocannon' | 'wrk'
  /** Status of every answer. */
  readonly status?: number
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  /** What the next request asks for, where each asks for something else. */
  readonly next?: () => Asked
  /** What each connection asks for by turns, instead of `asked`. Takes less of the tool's time than `next`. */
  readonly turns?: readonly Asked[]
  /** Told of each answer. */
  readonly onAnswer?: () => void
}

/** What one measurement found. */
export interface Measured {
  readonly perSecond: number
  /** The times in milliseconds within which half and 99 % of the requests were answered. */
  readonly p50: number
  readonly p99: number
  /** How much of one core the load tool itself used: at 1 it is the limit, not the server. Undefined where nobody knows. */
  readonly tool: number | undefined
}

/** The first moments are for making connections. */
const SETTLE = 200

/**
 * Measures.
 * @throws Error when any request failed or was answered with another status
 */
export const measure = async (load: Load): Promise<Measured> => {
  const { origin, asked: { path }, duration, tool, status: wanted = 200, next, turns, onAnswer } = load
  if (tool === 'wrk' && next === undefined && turns === undefined) return measureWithWrk(load)
  const microseconds = createHistogram()
  let measuring = false
  let others = 0
  const { instance, result } = start(load)
  instance.on('response', (_client, status, _bytes, milliseconds) => {
    if (status !== wanted) others += 1
    if (measuring) microseconds.record(Math.max(1, Math.round(milliseconds * 1000)))
    onAnswer?.()
  })

  await sleep(SETTLE)
  const begin = process.hrtime.bigint()
  const before = process.cpuUsage()
  measuring = true
  await sleep(duration * 1000)
  measuring = false
  const { user, system } = process.cpuUsage(before)
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9
  instance.stop()

  const { errors, timeouts } = await result
  if (others + errors > 0) {
    throw new Error(`Requests to ${origin}${path} failed: ${others} were not answered with ${wanted}, ${errors} met errors, ${timeouts} of them timeouts.`)
  }
  return {
    perSecond: microseconds.count / seconds,
    p50: microseconds.percentile(50) / 1000,
    p99: microseconds.percentile(99) / 1000,
    tool: (user + system) / 1e6 / seconds
  }
}

/** Ends when it is told to; looks every 50 ms whether it was. */
const start = ({ origin, asked: { path, headers = {} }, connections, duration, method = 'GET', body, next, turns }: Load) => {
  let resolve = (_found: autocannon.Result) => {}
  let reject = (_error: unknown) => {}
  const result = new Promise<autocannon.Result>((...settle) => { [resolve, reject] = settle })
  const varied = next
    ? { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next() }) }] }
    : turns && { requests: turns.map(({ path, headers }) => ({ path, headers: { ...headers } })) }
  const instance = autocannon(
    { url: origin + path, connections, duration: duration + 60, sampleInt: 50, method, headers: { ...headers }, ...body !== undefined && { body }, ...varied },
    (error: unknown, found) => error ? reject(error) : resolve(found))
  return { instance, result }
}
