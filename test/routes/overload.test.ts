/** More work than the database takes is refused early; cached documents and health are answered meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { build } from '../support/app.ts'
import { expectProblem } from './problem.ts'
import { listen } from './socket.ts'

await t.test('overload', async (t) => {
  // One connection for reads: two at once.
  const { app, sql } = await build(t, { DATABASE_POOL: '2' })
  const origin = `http://127.0.0.1:${await listen(app)}`
  const get = (url: string) => app.inject(url)
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
  // Sends ten requests every 50 ms, for twice as long as a request may wait in the queue.
  const requests: ReturnType<typeof timed>[] = []
  const overConnections: Promise<Response>[] = []
  for (let round = 0; round < 40; round++) {
    for (let n = 0; n < 10; n++) requests.push(timed(`/resources/Desk/Blog/1/Post/${round * 10 + n + 1}`))
    overConnections.push(fetch(`${origin}/resources/Desk/Blog/1/Post/${round + 500}.json`))
    await sleep(50)
  }
  for (const path of ['/resources/Desk/Blog/1', '/health/live', '/health/ready']) {
    t.equal((await get(path)).statusCode, 200, path)
  }
  t.equal((await fetch(`${origin}/health/live`)).status, 200)

  unlock()
  await locking
  const answers = await Promise.all(requests)
  const refused = answers.filter(({ answer }) => answer.statusCode === 503)
  const atOnce = refused.filter(({ took }) => took < 250)
  t.ok(atOnce.length > 50, `${atOnce.length} of ${refused.length} were refused within 250 ms`)
  const [{ answer } = await timed('/nothing')] = atOnce
  expectProblem(t, answer, { status: 503, kind: 'unavailable', detail: /overloaded/ })
  t.equal(answer.headers['retry-after'], '2')
  // Over a connection, an overloaded service refuses before its router runs, but in the same way.
  const refusals = await Promise.all(
    (await Promise.all(overConnections)).map(async (response) => ({ response, text: await response.text() }))
  )
  const refusal = refusals.find(({ text }) => text.includes('overloaded'))
  t.match(JSON.parse(refusal?.text ?? '{}'), { type: '/problems/unavailable', status: 503 })
  t.match(Object.fromEntries(refusal?.response.headers ?? []), {
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '2',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store'
  })
  t.equal((await get('/resources/Desk/Blog/1/Post/31')).statusCode, 200, 'afterwards all is well')
})
