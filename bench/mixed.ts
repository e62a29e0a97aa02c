/** Reading while somebody writes: one post for every thousand reads, each of which changes what the next reader gets. */
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

export const measureMixed = async ({ origin, session }: Service, options: Options): Promise<Finding> => {
  const paths = hits.filter(({ path }) => path.startsWith(`/resources/Desk/Blog/${BLOG}`))
  let reads = 0
  const writes = new Set<Promise<void>>()
  let written = 0
  const { path, headers } = insertOf(session)
  const write = async () => {
    const { status } = await fetch(origin + path, { method: 'POST', headers, body: POST })
    if (status !== 201) throw new Error(`An insert was answered with ${status}.`)
    written += 1
  }
  const onAnswer = () => {
    reads += 1
    if (reads % READS_PER_WRITE === 0) writes.add(write())
  }
  const next = () => paths[reads % paths.length] ?? { path: '/resources' }
  const take = (duration: number) => measure({ origin, asked: { path: '/resources' }, connections: options.connections, duration, next, onAnswer })

  await take(options.warmUp)
  const found = []
  for (let round = 0; round < options.rounds; round++) {
    const before = written
    const measured = await take(options.duration)
    await Promise.all(writes)
    found.push({ ...measured, writes: (written - before) / options.duration, ratio: measured.p99 / measured.p50 })
  }
  const ratio = median(found.map((round) => round.ratio))
  return {
    text: table(HEAD, [[
      `1 insert per ${thousands(READS_PER_WRITE)} reads`, thousands(median(found.map(({ perSecond }) => perSecond))),
      median(found.map((round) => round.writes)).toFixed(1), median(found.map(({ p50 }) => p50)).toFixed(2),
      median(found.map(({ p99 }) => p99)).toFixed(2), ratio.toFixed(2)
    ]]),
    bars: [atMost({ name: 'p99 while somebody writes', bar: BAR, found: ratio, unit: '× median' })]
  }
}
