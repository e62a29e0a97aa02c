/** More work than the database takes is refused early; cached documents and health are answered meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from '../support/tap.ts'
import { build } from '../support/app.ts'
import { expectProblem } from './problem.ts'

await t.test('overload', async (t) => {
  // One connection for reads: eight at once.
  const { get, sql } = await build(t, { DATABASE_POOL: '2' })
  for (let n = 0; n < 3; n++) await get('/resources/Desk/Blog/1')
  const timed = async (path: string) => {
    const since = performance.now()
    const answer = await get(path)
    return { answer, took: performance.now() - since }
  }

  let unlock = () => {}
  const locked = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const locking = sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    await locked
  })
  await sleep(50)
  // Sends ten requests every 50 ms, for longer than a request may wait in the queue.
  const requests: ReturnType<typeof timed>[] = []
  for (let round = 0; round < 24; round++) {
    for (let n = 0; n < 10; n++) requests.push(timed(`/resources/Desk/Blog/1/Post/${round * 10 + n + 1}`))
    await sleep(50)
  }
  for (const path of ['/resources/Desk/Blog/1', '/health/live', '/health/ready']) {
    t.equal((await get(path)).statusCode, 200, path)
  }

  unlock()
  await locking
  const answers = await Promise.all(requests)
  const refused = answers.filter(({ answer }) => answer.statusCode === 503)
  const atOnce = refused.filter(({ took }) => took < 250)
  t.ok(atOnce.length > 50, `${atOnce.length} of ${refused.length} were refused within 250 ms`)
  const [{ answer } = await timed('/nothing')] = atOnce
  expectProblem(t, answer, { status: 503, kind: 'unavailable', detail: /overloaded/ })
  t.equal(answer.headers['retry-after'], '2')
  t.equal((await get('/resources/Desk/Blog/1/Post/31')).statusCode, 200, 'afterwards all is well')
})
