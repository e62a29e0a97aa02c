/**
 * Three times as many requests as the service can answer, for three minutes: first reads, and one insert for ten of
 * them. The load does not wait for answers. `npx tsx deploy/drills/overload.ts [seconds]`
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { argument } from '../../test/endurance/environment.ts'
import { percentile, publish, readers, send, statuses, uncached, writers, type Answer } from './load.ts'
import { claim, drill, note } from './stage.ts'

const seconds = argument(0, 'how many seconds', 180)
/** Documents with the content of a hundred posts, which cost more to make than to ask for. */
const costly = (blogs: readonly number[]) => (n: number) =>
  uncached(blogs)(n).replace('limit=20', 'limit=100&X-Filter=Content,Creator.*')
/** Milliseconds between two handfuls of requests. */
const TICK = 10

await drill(async ({ serve, token, blogs }) => {
  const service = await serve()
  const filling = writers(service.origin, { token, blogs })
  while (filling.acknowledged.size < 100 * blogs.length) await sleep(50)
  await filling.stop()

  const capacity = async () => {
    const load = readers(service.origin, costly(blogs), { count: 16, pause: 0 })
    await sleep(3_000)
    const [from, began] = [load.answers.length, performance.now()]
    await sleep(5_000)
    const rate = ((load.answers.length - from) / (performance.now() - began)) * 1000
    await load.stop()
    return { rate, p99: percentile(0.99, load.answers) }
  }
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid()}/status`, 'utf8'))?.[1]) / 1024
  const before = await capacity()
  const memoryBefore = memory()
  note(`capacity: ${before.rate.toFixed(0)} first reads a second, p99 ${before.p99.toFixed(0)} ms`)

  const dispatcher = new Agent({ connections: null, pipelining: 1 })
  const answers: Answer[] = []
  const underWay = new Set<Promise<void>>()
  let [sent, memoryMost] = [0, 0]
  const pathOf = costly(blogs)
  const began = performance.now()
  for (; performance.now() - began < seconds * 1000; await sleep(TICK)) {
    memoryMost = Math.max(memoryMost, memory())
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
  await Promise.all(underWay)
  await dispatcher.destroy()
  await sleep(Math.max(0, over + 10_000 - performance.now()))
  const after = await capacity()

  const refused = answers.filter(({ status }) => status === 503)
  const rest = answers.filter(({ status }) => ![200, 201, 503].includes(status))
  note(`${(sent / seconds).toFixed(0)} requests a second; ${statuses(answers)}`)
  note(
    `answered: p99 ${percentile(
      0.99,
      answers.filter(({ status }) => status < 300)
    ).toFixed(0)} ms`
  )
  claim('answers other than 200, 201 and 503', rest.length, ['=', 0])
  claim('refusals, p99', percentile(0.99, refused), ['≤', 250, 'ms'])
  claim('memory, largest to that before', memoryMost / memoryBefore, ['≤', 1.5, `× of ${memoryBefore.toFixed(0)} MiB`])
  claim('ten seconds later, first reads to those before', after.rate / before.rate, ['≥', 0.8, '×'])
})
