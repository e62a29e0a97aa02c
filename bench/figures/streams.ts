/**
 * Measures tens of thousands of open streams of one blog, over three replicas: the memory of each, the time until all
 * have a change, and the time of inserts and cached reads meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../claims.ts'
import { gather, MOST, type Crowd } from '../load/crowd.ts'
import { ask } from '../load/requests.ts'
import { atEnd } from '../stage/ending.ts'
import { residentKibibytes, type Running } from '../stage/service.ts'
import type { Blog } from './fill.ts'
import type { Measurement } from './rounds.ts'
import { publish, type Service } from './service.ts'

const REPLICAS = 3
const STREAMS = REPLICAS * MOST
/** Number of streams of the warm-up. */
const FEW = 300
/** Number of cached reads and of inserts whose times are compared. */
const READS = 400
const INSERTS = 20
/** Milliseconds to wait until a process is idle, and between two changes. */
const SETTLE_TIME = 2_000

interface Figures {
  /** Memory of each stream. */
  readonly kibibytes: number
  /** Milliseconds from a request to the last stream. */
  readonly delivery: number
  readonly beside: Times
  readonly quiet: Times
}

/** Medians in milliseconds. */
interface Times {
  readonly read: number
  readonly insert: number
}

export const streams: Measurement = async function* ({ desk, against, rounds }) {
  // One service after the other, because they would need more open files together than some machines allow.
  const figures = new Map([[desk, await holdStreams(desk, rounds)]])
  if (against !== undefined) figures.set(against, await holdStreams(against, rounds))
  const row = (name: string, unit: string, maximum: number, valueOf: (all: Figures) => number) => ({
    name: `${name} ${STREAMS.toLocaleString('en-US')} streams`,
    unit,
    bars: [['≤', maximum, unit]] as const,
    measure: async (service: Service) => {
      const measured = figures.get(service)
      return measured === undefined ? NaN : valueOf(measured)
    }
  })
  yield row('memory of each of', 'KiB', 12, ({ kibibytes }) => kibibytes)
  yield row('one change to the last of', 'ms', 1000, ({ delivery }) => delivery)
  for (const kind of ['read', 'insert'] as const) {
    yield {
      ...row(`${kind === 'read' ? 'a cached read' : 'an insert'} beside`, 'ms', 1.5, ({ beside }) => beside[kind]),
      bars: [['≤', 1.5, '×']],
      yardstick: async () => figures.get(desk)?.quiet[kind] ?? NaN
    }
  }
}

/** Opens streams of new processes, and measures them. */
const holdStreams = async ({ startAnother, token, blogs: { short } }: Service, changes: number): Promise<Figures> => {
  const replicas: Running[] = []
  while (replicas.length < REPLICAS) replicas.push(await startAnother())
  const order = { origins: replicas.map(({ origin }) => origin), path: pathOf(short) }
  // The first streams make the services load code, whose memory doesn't count. They are closed again.
  const warmUp = gather(atEnd, { ...order, count: FEW })
  await warmUp.untilOpen()
  await timesOf(replicas, token, short)
  warmUp.close()
  await sleep(SETTLE_TIME)
  const quiet = await timesOf(replicas, token, short)
  const memory = async () => {
    const all = await Promise.all(replicas.map(({ pid }) => residentKibibytes(pid)))
    return all.reduce((sum, kibibytes) => sum + kibibytes, 0)
  }
  const idle = await memory()
  const crowd = gather(atEnd, { ...order, count: STREAMS })
  if ((await crowd.untilOpen()) === Infinity) throw new Error(`Only ${crowd.state().open} streams could be opened.`)
  await sleep(SETTLE_TIME)
  const [{ origin = '' } = {}] = replicas
  // The first one makes the services grow their buffers.
  const [, ...times] = await deliveryTimes({ origin, token }, short, crowd, changes + 1)
  const kibibytes = ((await memory()) - idle) / STREAMS
  const beside = await timesOf(replicas, token, short)
  crowd.close()
  for (const { stop } of replicas) await stop()
  return { kibibytes, delivery: quantile(0.5, times), beside, quiet }
}

/** Returns how long inserts take, one every two seconds, and cached reads at any time between them. */
const timesOf = async (replicas: readonly Running[], token: string, blog: Blog): Promise<Times> => {
  const [reads, inserts]: [number[], number[]] = [[], []]
  const replicaOf = (n: number) => replicas[n % replicas.length]?.origin ?? ''
  while (inserts.length < INSERTS) {
    inserts.push((await ask(...publish({ origin: replicaOf(inserts.length), token }, blog, 'One more.'), [201])).ms)
    for (let n = 0; n < READS / INSERTS; n += 1) {
      reads.push((await ask(`${replicaOf(n)}${blog.path}/Post/${blog.post}`)).ms)
      await sleep((SETTLE_TIME * INSERTS) / READS)
    }
  }
  return { read: quantile(0.5, reads), insert: quantile(0.5, inserts) }
}

/** Path of the list whose stream is measured. */
export const pathOf = ({ path }: Blog): string => `${path}/Post/Published?X-Filter=Id,CId,Content`

/** Publishes posts. Returns the milliseconds that each needed until the last stream of the blog had it. */
export const deliveryTimes = async (
  service: Pick<Service, 'origin' | 'token'>,
  blog: Blog,
  crowd: Crowd,
  changes: number
): Promise<number[]> => {
  const times: number[] = []
  while (times.length < changes) {
    const start = performance.timeOrigin + performance.now()
    const { body } = await ask(...publish(service, blog, 'A ward declares.'), [201])
    const [, change] = /<CId>(\d+)/.exec(`${body}`) ?? []
    times.push((await crowd.untilReached(Number(change))) - start)
    await sleep(SETTLE_TIME)
  }
  return times
}
