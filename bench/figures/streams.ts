/** Measures thousands of open streams of one blog: the memory of each, and the time until all have a change. */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../claims.ts'
import { ask } from '../load/requests.ts'
import { openStreams, type Stream } from '../load/streams.ts'
import { residentKibibytes } from '../stage/service.ts'
import type { Blog } from './fill.ts'
import type { Measurement } from './rounds.ts'
import { publish, type Service } from './service.ts'

const STREAMS = 10_000
/** Number of streams of the warm-up. */
const FEW = 100
/** Milliseconds to wait until a process is idle. */
const SETTLE_TIME = 2_000

export const streams: Measurement = async function* ({ desk, against, rounds }) {
  // One service after the other, because some systems don't let this process open twice as many sockets.
  const figures = new Map([[desk, await holdStreams(desk, rounds)]])
  if (against !== undefined) figures.set(against, await holdStreams(against, rounds))
  const rows = [
    ['memory of each', 'KiB', 60],
    ['one change to the last', 'ms', 1000]
  ] as const
  for (const [index, [name, unit, maximum]] of rows.entries()) {
    yield {
      name: `${name} of ${STREAMS.toLocaleString('en-US')} streams`,
      unit,
      bars: [['≤', maximum, unit]],
      measure: async (service) => figures.get(service)?.[index] ?? NaN
    }
  }
}

/**
 * Opens streams of a new process. Returns the memory of each in KiB, and the median time to deliver a change to all in
 * milliseconds.
 */
const holdStreams = async ({ startAnother, token, blogs: { short } }: Service, changes: number) => {
  const { origin, pid, stop } = await startAnother()
  // The first streams make the service load code. They are closed again, so that the memory of that code doesn't count.
  const warmUp = await openStreams(streamOf(origin, short), FEW)
  await sleep(SETTLE_TIME)
  warmUp.close()
  const idleKibibytes = await residentKibibytes(pid)
  const { streams, close } = await openStreams(streamOf(origin, short), STREAMS)
  await sleep(SETTLE_TIME)
  const times = await deliveryTimes({ origin, token }, short, streams, changes)
  const kibibytes = ((await residentKibibytes(pid)) - idleKibibytes) / STREAMS
  close()
  await stop()
  return [kibibytes, quantile(0.5, times)] as const
}

/** Returns a function that returns the address of a blog's stream. */
export const streamOf =
  (origin: string, { path }: Blog) =>
  () =>
    `${origin}${path}/Post/Published?X-Filter=Id,CId,Content`

/** Publishes posts. Returns the milliseconds that each needed until the last stream of the blog had it. */
export const deliveryTimes = async (
  service: Pick<Service, 'origin' | 'token'>,
  blog: Blog,
  streams: readonly Stream[],
  changes: number
): Promise<number[]> => {
  const times: number[] = []
  while (times.length < changes) {
    const word = `change-${times.length}-at-${performance.now()}.`
    const received = streams.map((stream) => stream.received(word))
    const start = performance.now()
    await ask(...publish(service, blog, word), [201])
    await Promise.all(received)
    times.push(performance.now() - start)
    await sleep(300)
  }
  return times
}
