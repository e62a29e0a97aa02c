/**
 * Measures thousands of open streams of one blog: the memory of each, and the time until all have received a change.
 */
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './requests.ts'
import { residentKibibytes } from './resources.ts'
import { quantile } from './rounds.ts'
import { publication, type Measurement, type Service } from './service.ts'

const STREAMS = 10_000
/** Number of streams that are opened at the same time. */
const AT_ONCE = 100
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

/** Opens streams. Returns the memory of each in KiB, and the median time to deliver a change to all in milliseconds. */
const holdStreams = async (service: Service, changes: number) => {
  // The first streams make the service load code. They are closed again, so that the memory of that code doesn't count.
  const { path } = service.blogs.short
  const warmUp = await openStreams(service.origin, path, AT_ONCE)
  await sleep(SETTLE_TIME)
  warmUp.close()
  const idleKibibytes = await residentKibibytes(service.pid)
  const { responses, close } = await openStreams(service.origin, path, STREAMS)
  await sleep(SETTLE_TIME)
  const times = await deliveryTimes(service, path, responses, changes)
  const kibibytes = ((await residentKibibytes(service.pid)) - idleKibibytes) / STREAMS
  close()
  return [kibibytes, quantile(0.5, times)] as const
}

/**
 * Publishes posts. Returns the milliseconds that each needed until the last stream of the blog had it.
 * @param path path of the blog
 */
export const deliveryTimes = async (
  service: Pick<Service, 'origin' | 'session'>,
  path: string,
  responses: readonly IncomingMessage[],
  changes: number
): Promise<number[]> => {
  const times: number[] = []
  while (times.length < changes) {
    const word = `change-${times.length}-of-${process.pid}.`
    const received = responses.map((response) => untilRead(response, word))
    const start = performance.now()
    await ask(publication(service, { path }, word))
    await Promise.all(received)
    times.push(performance.now() - start)
    await sleep(300)
  }
  return times
}

/** Opens streams of a blog. */
export const openStreams = async (origin: string, path: string, count: number) => {
  const agent = new Agent()
  const url = `${origin}${path}/Post/Published?X-Filter=Id,CId,Content`
  const options = { agent, headers: { accept: 'text/event-stream' } }
  const open = () => new Promise<IncomingMessage>((resolve, reject) => get(url, options, resolve).on('error', reject))
  const responses: IncomingMessage[] = []
  while (responses.length < count) responses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))))
  return { responses, close: () => agent.destroy() }
}

/** Waits until a stream has received a word. */
const untilRead = (response: IncomingMessage, word: string) =>
  new Promise<void>((resolve) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!text.includes(word)) return
      response.off('data', read)
      resolve()
    }
    response.on('data', read)
  })
