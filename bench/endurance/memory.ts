/**
 * Measures the memory of the service under every kind of load at once, by default for ten minutes: more documents than
 * the cache has room for, conditional and compressed reads, polling, refusals, streams that open and close, and
 * inserts. `npx tsx bench/endurance/memory.ts [seconds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDemo } from '../../db/demo.ts'
import { claimNone, statuses } from '../claims.ts'
import { readers, writers } from '../load/load.ts'
import { openStream } from '../load/streams.ts'
import { argument, drill } from '../stage/drill.ts'
import { residentKibibytes } from '../stage/service.ts'

const seconds = argument('how many seconds, at least 30', 600)
if (seconds < 30) throw new Error('The run must take at least 30 seconds.')
const STREAMS = 200
/** Milliseconds between garbage collections; long, so that they change the memory of the process little. */
const COLLECTION_INTERVAL = 10_000

/** Makes the service print the memory in use, in bytes, after each garbage collection. */
const MEASURED = `setInterval(() => {
  gc()
  const { heapUsed, external } = process.memoryUsage()
  console.log('in use', heapUsed + external)
}, ${COLLECTION_INTERVAL}).unref()`

await drill(async (stage) => {
  const { claim, note, postgres, token, blogs } = stage
  await postgres.sql.begin(loadDemo)
  const service = await stage.serve({ CACHE_MB: '16' }, [
    '--expose-gc',
    '--import',
    `data:text/javascript,${encodeURIComponent(MEASURED)}`
  ])
  const { origin } = service
  /** A blog that is only read, so that its documents fill the cache, and a blog with new posts all the time. */
  const [quiet, busy] = ['/resources/Desk/Blog/' + (blogs.length + 1), `/resources/Desk/Blog/${blogs[0]}`]
  const few = ['/resources', busy, `${busy}/Post/Published`, `${quiet}/Post`]
  const json = { accept: 'application/json' }
  const list = (n: number) => `${quiet}/Post/Published?X-Filter=*&limit=${50 + (n % 50)}&offset=${Math.floor(n / 50)}`
  const inserts = writers(origin, { token, blogs: blogs.slice(0, 1) }, { count: 1, pause: 200 })
  const loads = {
    'many documents': readers(origin, (n) => list(n % 5000), { count: 4 }),
    'in JSON': readers(origin, (n) => list(n % 5000), { count: 4, headers: json }),
    compressed: readers(origin, (n) => `${busy}/Post?limit=100&offset=${n % 200}`, {
      count: 4,
      headers: { 'accept-encoding': 'br' }
    }),
    polls: readers(origin, (n) => `${busy}/Post/Published?cId.since=${n % (inserts.acknowledged.size + 1)}`, {
      count: 4
    }),
    'few documents': readers(origin, (n) => few[n % few.length] ?? '', {
      pause: 5,
      headers: { 'if-none-match': '"x"' }
    }),
    refused: readers(origin, (n) => `${quiet}?unknown${n % 500}=1`, { count: 1 }),
    inserts
  }
  const end = performance.now() + seconds * 1000
  const faults: string[] = []
  let [opens, refusals] = [0, 0]
  /** Opens a stream, reads it for a while, closes it, and starts again. */
  const stream = async () => {
    while (performance.now() < end) {
      const since = Math.floor(Math.random() * 50)
      const opened = await openStream(`${origin}${busy}/Post/Published?cId.since=${since}`).catch(() => undefined)
      await sleep(Math.min(1_000 + Math.random() * 10_000, end - performance.now()))
      if (opened === undefined) refusals += 1
      else if (opened.hasEnded()) faults.push('a stream broke')
      else opens += 1
      opened?.close()
    }
  }
  const resident: number[] = []
  const measure = async () => {
    for (; performance.now() < end; await sleep(1_000)) resident.push((await residentKibibytes(service.pid())) * 1024)
  }
  await Promise.all([measure(), ...Array.from({ length: STREAMS }, stream)])
  await Promise.all(Object.values(loads).map(({ stop }) => stop()))

  for (const [name, { answers }] of Object.entries(loads)) note(`${name}: ${statuses(answers)}`)
  note(`streams: ${opens}, and ${refusals} refused`)
  const used = [...service.output().matchAll(/^in use (\d+)$/gm)].map(([, bytes]) => Number(bytes))
  for (const [name, values] of Object.entries({ process: resident, 'in use': used })) {
    const [means, most] = [thirds(values).map(inMebibytes).join(', '), inMebibytes(Math.max(...values))]
    note(`${name}: ${means} MiB in each third of the run; at most ${most} MiB`)
  }
  const [, second = 0, last = Infinity] = thirds(used)
  claim('memory in use in the last third of the run, to that in the third before', last / second, ['≤', 1.1, '×'])
  claimNone(stage, 'faults', faults)
})

/** Returns the mean of each third of the values. */
function thirds(values: readonly number[]) {
  const third = Math.floor(values.length / 3)
  return [0, third, 2 * third].map(
    (from) => values.slice(from, from + third).reduce((sum, value) => sum + value, 0) / third
  )
}

function inMebibytes(bytes: number) {
  return (bytes / 2 ** 20).toFixed(1)
}
