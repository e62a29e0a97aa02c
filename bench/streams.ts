/**
 * Measures thousands of open streams of one blog, and as many open pages of the live reader, each with its stream: the
 * memory of each, and the time until all have received a change.
 */
import { strict as assert } from 'node:assert'
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blog } from './fill.ts'
import { ask } from './requests.ts'
import { residentKibibytes } from './resources.ts'
import { quantile } from './rounds.ts'
import { publication, type Measurement, type Service } from './service.ts'

const STREAMS = 10_000
/** Number of streams that are opened at the same time. */
const AT_ONCE = 100
/** Milliseconds to wait until a process is idle. */
const SETTLE_TIME = 2_000

/** Sends the requests that a client sends before it opens its stream. Returns the address of the stream. */
type Arrive = (agent: Agent) => Promise<string>

export const streams: Measurement = async function* ({ desk, against, rounds }) {
  // One service after the other, because some systems don't let this process open twice as many sockets.
  const figures = new Map([[desk, await figuresOf(desk, rounds)]])
  if (against !== undefined) figures.set(against, await figuresOf(against, rounds))
  const count = STREAMS.toLocaleString('en-US')
  const rows = [
    ['memory of each', 'KiB', 60],
    ['one change to the last', 'ms', 1000]
  ] as const
  for (const [index, [name, unit, maximum]] of rows.entries()) {
    const streamsOf = async (service: Service) => figures.get(service)?.streams[index] ?? NaN
    yield { name: `${name} of ${count} streams`, unit, bars: [['≤', maximum, unit]], measure: streamsOf }
    yield {
      name: `${name} of ${count} open pages, vs. streams`,
      unit,
      bars: [['≤', 1.1, '×']],
      measure: async (service) => figures.get(service)?.pages[index] ?? NaN,
      yardstick: () => streamsOf(desk)
    }
  }
}

const figuresOf = async (service: Service, changes: number) => ({
  streams: await holdStreams(service, plainStream, changes),
  pages: await holdStreams(service, openPage, changes)
})

/**
 * Opens streams of a new process. Returns the memory of each in KiB, and the median time to deliver a change to all in
 * milliseconds.
 */
const holdStreams = async (
  { startAnother, session, blogs }: Service,
  arrival: (origin: string, blog: Blog) => Arrive,
  changes: number
) => {
  const { origin, pid, stop } = await startAnother()
  const arrive = arrival(origin, blogs.short)
  // The first streams make the service load code. They are closed again, so that the memory of that code doesn't count.
  const warmUp = await openStreams(arrive, AT_ONCE)
  await sleep(SETTLE_TIME)
  warmUp.close()
  const idleKibibytes = await residentKibibytes(pid)
  const { responses, close } = await openStreams(arrive, STREAMS)
  await sleep(SETTLE_TIME)
  const times = await deliveryTimes({ origin, session }, blogs.short.path, responses, changes)
  const kibibytes = ((await residentKibibytes(pid)) - idleKibibytes) / STREAMS
  close()
  await stop()
  return [kibibytes, quantile(0.5, times)] as const
}

/** A client that only opens a stream. @param path path of the blog */
export const plainStream =
  (origin: string, { path }: Pick<Blog, 'path'>): Arrive =>
  async () =>
    `${origin}${path}/Post/Published?X-Filter=Id,CId,Content`

/** A browser that opens the live reader: it requests the page, its style sheets and its scripts. */
const openPage =
  (origin: string, { id }: Blog): Arrive =>
  async (agent) => {
    const read = async (url: string) => {
      const response = await open(url, { agent })
      assert.equal(response.statusCode, 200, url)
      return await text(response)
    }
    const page = await read(`${origin}/live/${id}`)
    for (const [, asset = ''] of page.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)) {
      await read(asset)
    }
    const [, list, since] = /data-list="([^"]+)" data-since="(\d+)"/.exec(page) ?? []
    // As plugins/pages/browser/blog-changes.ts opens it.
    return `${list}?X-Filter=*&Accept-Language=en&cId.since=${since}&stream`
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

/** Opens streams. Each client sends all of its requests through one connection. */
export const openStreams = async (arrive: Arrive, count: number) => {
  const agent = new Agent({ keepAlive: true })
  const headers = { accept: 'text/event-stream' }
  const openOne = async () => {
    const response = await open(await arrive(agent), { agent, headers })
    assert.equal(response.statusCode, 200)
    return response
  }
  const responses: IncomingMessage[] = []
  while (responses.length < count) responses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, openOne))))
  return { responses, close: () => agent.destroy() }
}

const open = (url: string, options: RequestOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, options, resolve).on('error', reject))

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
