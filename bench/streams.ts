/**
 * Measures streams: what one takes of memory, how long a change takes to the last of thousands of readers, and whether
 * readers who take nothing harm the others. Run with `npx tsx bench/streams.ts --streams 10000`; `npm run bench` runs it
 * with fewer. Only a run of at least the promised number writes into docs/performance.md.
 */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seat, type Audience } from './audience.ts'
import { atMost, barTable, updateBars } from './bars.ts'
import { BLOG } from './cases.ts'
import { insertOf } from './inserts.ts'
import { readOptions } from './options.ts'
import { measuredOn, table, thousands, updateBlock } from './report.ts'
import { startService, type Service } from './service.ts'
import { median, range } from './stats.ts'
import { undoing } from './undo.ts'

/** What was promised: so many streams, kibibytes for each, and milliseconds until the last reader has a change. */
const STREAMS = 10_000
const MEMORY = 60
const LATENCY = 1000
/** How many times slower a change may be when some readers take nothing. A quarter is what chance makes of it. */
const HARM = 1.25

const STALLED = 0.05
const CHANGES = 10
/** Between changes, as long as an eager reporter. */
const PAUSE = 300
/** For a process to come to rest. */
const REST = 2000

const { streams, dry } = readOptions(process.argv.slice(2))

await undoing(async (later) => {
  const service = await startService(later, { STREAMS: `${streams * 2}` })
  const { origin, pid } = service
  const open = (stalled: number, readers = streams) =>
    seat({ origin, path: `/resources/Desk/Blog/${BLOG}/Post/Published`, readers, stalled, later })

  // What the first readers and changes bring with them is not the streams'.
  const first = await open(0, 100)
  await changes(first, service)
  await first.leave()
  await sleep(REST)

  const before = await memoryOf(pid)
  const all = await open(0)
  await sleep(REST)
  const idle = await memoryOf(pid)
  const everybody = await changes(all, service)
  const after = await memoryOf(pid)
  await all.leave()
  await sleep(REST)

  const some = await open(Math.round(streams * STALLED))
  const besideStalled = await changes(some, service)
  await some.leave()

  const each = (kibibytes: number) => (kibibytes - before) / streams
  const row = (name: string, found: readonly number[]) => [name, ...[median(found), ...range(found)].map((ms) => ms.toFixed(0))]
  const text = [
    table([`${thousands(streams)} streams, one change to all`, 'Median, ms', 'Least', 'Most'], [
      row('everybody reads', everybody), row(`${STALLED * 100} % never read`, besideStalled)
    ]),
    table(['The service', 'MiB', 'KiB a stream'], [
      ['before', (before / 1024).toFixed(0), '–'],
      ['with all streams open', (idle / 1024).toFixed(0), each(idle).toFixed(1)],
      [`after ${CHANGES} changes to all`, (after / 1024).toFixed(0), each(after).toFixed(1)]
    ])
  ].join('\n')
  const [, slowest] = range([...everybody, ...besideStalled])
  const among = `of ${thousands(streams)} streams`
  const bars = [
    atMost({ name: `memory ${among}`, bar: MEMORY, found: Math.max(each(idle), each(after)), unit: 'KiB each', digits: 1 }),
    atMost({ name: `one change to the last ${among}`, bar: LATENCY, found: slowest, unit: 'ms', digits: 0 }),
    atMost({ name: `the same with ${STALLED * 100} % who never read`, bar: HARM, found: median(besideStalled) / median(everybody), unit: '× without' })
  ]
  process.stdout.write(`\n${text}\n${barTable(bars)}\n`)
  if (dry || streams < STREAMS) return
  await updateBlock('streams', `${text}\n${await measuredOn(['fastify', 'postgres'])}`)
  await updateBars(bars)
})

/** Publishes by turns. @returns milliseconds that each took to the last reader */
async function changes (audience: Audience, { origin, session }: Service): Promise<number[]> {
  const { path, headers } = insertOf(session)
  const found: number[] = []
  for (let made = 0; made < CHANGES; made++) {
    found.push(await audience.hear(async (word) => {
      const { status } = await fetch(origin + path, { method: 'POST', headers, body: `<Post><Content>${word} declares: Quill 1,204, Pell 1,187.</Content></Post>` })
      if (status !== 201) throw new Error(`An insert was answered with ${status}.`)
    }))
    await sleep(PAUSE)
  }
  return found
}

/** Kibibytes of memory that a process has of its own and shared. */
async function memoryOf (pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`])
  return Number(stdout)
}
