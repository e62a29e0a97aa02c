/** Puts load on one address with autocannon, in this process, and counts what comes back. */
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'

export interface Load {
  url: string
  connections: number
  /** Seconds that are measured. */
  duration: number
  /** What is sent, if not a plain GET. */
  request?: Pick<autocannon.Options, 'method' | 'headers' | 'body'>
}

/** What one measurement found. */
export interface Measured {
  perSecond: number
  /** The time in milliseconds within which 99 % of the requests were answered. */
  p99: number
  /** How much of one core the load tool itself used: at 1 it is the limit, not the server. */
  tool: number
}

/** The first moments are for making connections. */
const SETTLE = 200

/**
 * Measures.
 * @throws Error when any request failed or was answered with anything but 2xx
 */
export const measure = async ({ url, connections, duration, request = {} }: Load): Promise<Measured> => {
  const microseconds = createHistogram()
  let measuring = false
  const { instance, result } = start({ url, connections, duration, request })
  instance.on('response', (_client, _status, _bytes, milliseconds) => {
    if (measuring) microseconds.record(Math.max(1, Math.round(milliseconds * 1000)))
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

  const { non2xx, errors, timeouts, mismatches } = await result
  const failed = non2xx + errors + timeouts + mismatches
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed: ${non2xx} not 2xx, ${errors} errors, ${timeouts} of them timeouts.`)
  return { perSecond: microseconds.count / seconds, p99: microseconds.percentile(99) / 1000, tool: (user + system) / 1e6 / seconds }
}

/** Ends when it is told to; looks every 50 ms whether it was. */
const start = ({ url, connections, duration, request }: Required<Load>) => {
  let resolve = (_found: autocannon.Result) => {}
  let reject = (_error: unknown) => {}
  const result = new Promise<autocannon.Result>((...settle) => { [resolve, reject] = settle })
  const instance = autocannon({ url, connections, duration: duration + 60, sampleInt: 50, ...request },
    (error: unknown, found) => error ? reject(error) : resolve(found))
  return { instance, result }
}
