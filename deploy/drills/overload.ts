/**
 * Three times as many requests as the service can answer, for three minutes: first reads, and one insert for ten of
 * them. The load does not wait for answers. `npx tsx deploy/drills/overload.ts [seconds]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { residentKibibytes } from '../../bench/resources.ts'
import { argument } from '../../test/endurance/environment.ts'
import { percentile, statuses } from './claims.ts'
import { publish, readers, send, uncached, writers, type Answer } from './load.ts'
import { claim, drill, note, serve } from './stage.ts'

const seconds = argument(0, 'how many seconds', 180)
/** Documents with the content of a hundred posts, which cost more to make than to ask for. */
const expensive = (blogs: readonly number[]) => (n: number) =>
  uncached(blogs)(n).replace('limit=20', 'limit=100&X-Filter=Content,Creator.*')
/** Milliseconds between two moments at which the requests that are due are sent. */
const TICK = 10

await drill(async (stage) => {
  const { token, blogs } = stage
  const service = await serve(stage)
  const filling = writers(service.origin, { token, blogs })
  while (filling.acknowledged.size < 100 * blogs.length) await sleep(50)
  await filling.stop()

  const capacity = async () => {
    const load = readers(service.origin, expensive(blogs), { count: 16, pause: 0 })
    await sleep(3_000)
    const [from, began] = [load.answers.length, performance.now()]
    await sleep(5_000)
    const rate = ((load.answers.length - from) / (performance.now() - began)) * 1000
    await load.stop()
    return { rate, p99: percentile(0.99, load.answers) }
  }
  const memory = async () => (await residentKibibytes(service.pid())) / 1024
  const before = await capacity()
  const memoryBefore = await memory()
  note(`capacity: ${before.rate.toFixed(0)} first reads a second, p99 ${before.p99.toFixed(0)} ms`)

  const dispatcher = new Agent({ connections: null, pipelining: 1 })
  const answers: Answer[] = []
  const underWay = new Set<Promise<void>>()
  let [sent, memoryMost] = [0, 0]
  const pathOf = expensive(blogs)
  const live = readers(service.origin, () => '/health/live', { count: 1, pause: 100 })
  const began = performance.now()
  for (; performance.now() - began < seconds * 1000; await sleep(TICK)) {
    memoryMost = Math.max(memoryMost, await memory())
    for (const due = ((performance.now() - began) / 1000) * before.rate * 3; sent < due; sent += 1) {
      const [blog = 0, key] = [blogs[sent % blogs.length], `overload ${sent}`]
      const request =
        sent % 11 === 0
          ? publish(service.origin, { token, blog, key, dispatcher })
          : send(`${service.origin}${pathOf(5_000_000 + sent)}`, { dispatcher })
      const noted = request.then(({ at, status, ms }) => {
        answers.push({ at, status, ms })
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

  const refused = answers.filter(({ status }) => status === 503)
  const rest = answers.filter(({ status }) => ![200, 201, 503].includes(status))
  note(`${(sent / seconds).toFixed(0)} requests a second; ${statuses(answers)}`)
  const [median, p99] = [0.5, 0.99].map((share) => percentile(share, live.answers).toFixed(0))
  note(
    `successes: p99 ${percentile(
      0.99,
      answers.filter(({ status }) => status < 300)
    ).toFixed(0)} ms`
  )
  note(`/health/live meanwhile: median ${median} ms, p99 ${p99} ms`)
  claim('answers other than 200, 201 and 503', rest.length, ['=', 0])
  claim('refusals, p99', percentile(0.99, refused), ['≤', 250, 'ms'])
  claim('memory, largest to that before', memoryMost / memoryBefore, ['≤', 1.5, `× of ${memoryBefore.toFixed(0)} MiB`])
  claim('ten seconds later, first reads to those before', after.rate / before.rate, ['≥', 0.8, '×'])
})
