/**
 * Three times as many requests as the service can answer, for three minutes: first reads, and one insert for ten of
 * them. The load does not wait for answers. `npx tsx bench/drills/overload.ts [seconds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { percentile, statuses } from '../claims.ts'
import { readers, uncached, writers, type Answer } from '../load/load.ts'
import { publication, send } from '../load/requests.ts'
import { argument, drill } from '../stage/drill.ts'
import { residentKibibytes } from '../stage/service.ts'

const seconds = argument('how many seconds', 180)
/** Milliseconds between two moments at which the requests that are due are sent. */
const TICK = 10

await drill(async (stage) => {
  const { claim, note, token, blogs } = stage
  const { origin, pid } = await stage.serve()
  const filling = writers(origin, stage, { count: 16, pause: 0 })
  while (filling.acknowledged.size < 100 * blogs.length) await sleep(50)
  await filling.stop()

  /** Paths of documents with the content of a hundred posts, which cost more to make than to request. */
  const pathOf = (n: number) => uncached(blogs)(n).replace('limit=20', 'limit=100&X-Filter=Content,Creator.*')
  const capacity = async () => {
    const load = readers(origin, pathOf, { count: 16, pause: 0 })
    await sleep(3_000)
    const [from, began] = [load.answers.length, performance.now()]
    await sleep(5_000)
    const rate = ((load.answers.length - from) / (performance.now() - began)) * 1000
    await load.stop()
    return { rate, p99: percentile(0.99, load.answers) }
  }
  const memory = async () => (await residentKibibytes(pid())) / 1024
  const before = await capacity()
  const memoryBefore = await memory()
  note(`capacity: ${before.rate.toFixed(0)} first reads a second, p99 ${before.p99.toFixed(0)} ms`)

  const dispatcher = new Agent({ connections: null, pipelining: 1 })
  const [reads, inserts]: [Answer[], Answer[]] = [[], []]
  const underWay = new Set<Promise<void>>()
  let [sent, memoryMost] = [0, 0]
  const live = readers(origin, () => '/health/live', { count: 1, pause: 100 })
  const began = performance.now()
  for (; performance.now() - began < seconds * 1000; await sleep(TICK)) {
    memoryMost = Math.max(memoryMost, await memory())
    for (const due = ((performance.now() - began) / 1000) * before.rate * 3; sent < due; sent += 1) {
      const key = `overload ${sent}`
      const isInsert = sent % 11 === 0
      const [url, options] = isInsert
        ? publication(origin, token, blogs[sent % blogs.length] ?? 0, key, key)
        : [origin + pathOf(5_000_000 + sent), {}]
      const noted = send(url, { dispatcher, ...options }).then(({ body, ...answer }) => {
        const answers = isInsert ? inserts : reads
        answers.push(answer)
        underWay.delete(noted)
      })
      underWay.add(noted)
    }
  }
  const over = performance.now()
  await live.stop()
  await Promise.all(underWay)
  await dispatcher.destroy()
  await sleep(Math.max(0, over + 10_000 - performance.now()))
  const after = await capacity()

  const answers = [...reads, ...inserts]
  const stored = inserts.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 503)
  const accepted = answers.filter(({ status }) => status === 200 || status === 201)
  const [median, p99] = [0.5, 0.99].map((share) => percentile(share, live.answers).toFixed(0))
  note(`${(sent / seconds).toFixed(0)} requests a second; ${statuses(answers)}`)
  note(`successes: p99 ${percentile(0.99, accepted).toFixed(0)} ms`)
  note(`/health/live meanwhile: median ${median} ms, p99 ${p99} ms`)
  claim('answers other than 200, 201 and 503', answers.length - refused.length - accepted.length, ['=', 0])
  claim('inserts that are stored', stored.length / inserts.length, ['≥', 0.9, '× of all'])
  claim('refusals, p99', percentile(0.99, refused), ['≤', 250, 'ms'])
  claim('memory, largest to that before', memoryMost / memoryBefore, ['≤', 1.5, `× of ${memoryBefore.toFixed(0)} MiB`])
  claim('ten seconds later, first reads to those before', after.rate / before.rate, ['≥', 0.8, '×'])
})
