/** Thousands of streams of one blog: the memory of each, and how long a change takes to reach the last of them. */
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './requests.ts'
import { residentKibibytes } from './resources.ts'
import { quantile } from './rounds.ts'
import { publication, type Measurement, type Service } from './service.ts'

const STREAMS = 10_000
/** Streams that are opened at the same time. */
const AT_ONCE = 100
/** Milliseconds in which a process comes to rest. */
const REST = 2_000

export const streams: Measurement = async function* ({ desk, against, rounds }) {
  // One service after the other: not every system lets one process open twice as many sockets.
  const figures = new Map([[desk, await holdStreams(desk, rounds)]])
  if (against !== undefined) figures.set(against, await holdStreams(against, rounds))
  const rows = [
    ['memory of each', 'KiB', 60],
    ['one change to the last', 'ms', 1000]
  ] as const
  for (const [index, [name, unit, most]] of rows.entries()) {
    yield {
      name: `${name} of ${STREAMS.toLocaleString('en-US')} streams`,
      unit,
      bars: [['≤', most, unit]],
      measure: async (service) => figures.get(service)?.[index] ?? NaN
    }
  }
}

/** Holds streams open. Returns the memory of each in KiB, and the median time of changes in milliseconds. */
const holdStreams = async (service: Service, changes: number) => {
  // The first streams load code, which is not part of the memory of each.
  const few = await openStreams(service, AT_ONCE)
  await sleep(REST)
  few.close()
  const before = await residentKibibytes(service.pid)
  const { responses, close } = await openStreams(service, STREAMS)
  await sleep(REST)
  const times: number[] = []
  while (times.length < changes) {
    const word = `change-${times.length}-of-${process.pid}.`
    const received = responses.map((response) => untilRead(response, word))
    const start = performance.now()
    await ask(publication(service, service.blogs.short, word))
    await Promise.all(received)
    times.push(performance.now() - start)
    await sleep(300)
  }
  const kibibytes = ((await residentKibibytes(service.pid)) - before) / STREAMS
  close()
  return [kibibytes, quantile(0.5, times)] as const
}

const openStreams = async ({ origin, blogs: { short } }: Service, count: number) => {
  const agent = new Agent()
  const url = `${origin}${short.path}/Post/Published?X-Filter=Id,CId,Content`
  const options = { agent, headers: { accept: 'text/event-stream' } }
  const open = () => new Promise<IncomingMessage>((resolve, reject) => get(url, options, resolve).on('error', reject))
  const responses: IncomingMessage[] = []
  while (responses.length < count) responses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))))
  return { responses, close: () => agent.destroy() }
}

/** Waits until a word has arrived. */
const untilRead = (response: IncomingMessage, word: string) =>
  new Promise<void>((resolve) => {
    let text = ''
    const read = (piece: Buffer) => {
      text += piece.toString('latin1')
      if (!text.includes(word)) return
      response.off('data', read)
      resolve()
    }
    response.on('data', read)
  })
