/** Reading while somebody writes: one post for every thousand reads, each of which changes what the next reader gets. */
import { request } from 'undici'
import type { Asked } from './answers.ts'
import { atMost, type Finding } from './bars.ts'
import { BLOG, hits } from './cases.ts'
import { insertOf, POST } from './inserts.ts'
import { measure } from './load.ts'
import type { Options } from './options.ts'
import { table, thousands } from './report.ts'
import type { Service } from './service.ts'
import { median } from './stats.ts'

const READS_PER_WRITE = 1000
/** How many times its median the p99 may be. */
const BAR = 3

const HEAD = ['Mixed', 'Reads/s', 'Writes/s', 'p50, ms', 'p99, ms', 'p99 / p50']

const ofBlog = hits.filter(({ path }) => path.startsWith(`/resources/Desk/Blog/${BLOG}`))

interface Mix { name: string, asked: readonly Asked[], writes: boolean }

/** What is read by turns: while somebody writes, and while nobody does, which shows what the load itself does to the p99. */
const mixes: readonly Mix[] = [
  { name: 'blog, post, list', asked: ofBlog.filter(({ headers }) => headers === undefined) },
  { name: 'these and whole posts', asked: ofBlog }
].flatMap((mix) => [{ ...mix, writes: true }, { ...mix, name: `${mix.name}; nobody writes`, writes: false }])

export const measureMixed = async (service: Service, options: Options): Promise<Finding> => {
  const measured = []
  for (const mix of mixes) measured.push({ ...mix, ...await measureMix(mix, service, options) })
  return {
    text: table(HEAD, measured.map(({ name, cells }) => [name, ...cells])),
    bars: measured.filter(({ writes }) => writes).map(({ name, ratio }) => atMost({ name: `p99 while somebody writes, ${name}`, bar: BAR, found: ratio, unit: '× median' }))
  }
}

const measureMix = async ({ asked, writes: isWritten }: Mix, { origin, session }: Service, { connections, duration, rounds, warmUp }: Options) => {
  let reads = 0
  let written = 0
  const writes = new Set<Promise<void>>()
  const { path, headers } = insertOf(session)
  const write = async () => {
    const { statusCode, body } = await request(origin + path, { method: 'POST', headers, body: POST })
    await body.dump()
    if (statusCode !== 201) throw new Error(`An insert was answered with ${statusCode}.`)
    written += 1
  }
  const onAnswer = () => {
    reads += 1
    if (!isWritten || reads % READS_PER_WRITE > 0) return
    const writing = write()
    // Looked at when the round is over.
    writing.catch(() => {})
    writes.add(writing)
  }
  const [first = { path: '/resources' }] = asked
  const take = (seconds: number) => measure({ origin, asked: first, connections, duration: seconds, turns: asked, onAnswer })

  await take(warmUp)
  const found = []
  for (let round = 0; round < rounds; round++) {
    const before = written
    const measured = await take(duration)
    await Promise.all(writes)
    found.push({ ...measured, writes: (written - before) / duration, ratio: measured.p99 / measured.p50 })
  }
  const ratio = median(found.map((round) => round.ratio))
  const cells = [
    thousands(median(found.map(({ perSecond }) => perSecond))), median(found.map((round) => round.writes)).toFixed(1),
    median(found.map(({ p50 }) => p50)).toFixed(2), median(found.map(({ p99 }) => p99)).toFixed(2), ratio.toFixed(2)
  ]
  return { cells, ratio }
}
