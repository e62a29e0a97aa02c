/** More work than the database takes is refused early; cached documents and health are answered meanwhile. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectProblem } from './problem.ts'
import { listen } from './socket.ts'
import { until } from '../support/until.ts'

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
  let isLocked = false
  const locking = sql.begin(async (transaction) => {
    await transaction`lock table posts in access exclusive mode`
    isLocked = true
    await locked
  })
  await until(() => isLocked)
  const requests: Promise<number>[] = []
  const overConnections: Promise<Response>[] = []
  const answers: Awaited<ReturnType<typeof timed>>[] = []
  const refusedAtOnce = () => answers.filter(({ answer, took }) => answer.statusCode === 503 && took < 250)
  const sendMore = () => {
    const first = requests.length + 1
    for (let id = first; id < first + 10; id++) {
      requests.push(timed(`/resources/Desk/Blog/1/Post/${id}`).then((answer) => answers.push(answer)))
    }
    overConnections.push(fetch(`${origin}/resources/Desk/Blog/1/Post/${first}.json`))
    return refusedAtOnce().length
  }
  await until(sendMore, (count) => count > 50, { pause: 50 })
  for (const path of ['/resources/Desk/Blog/1', '/health/live', '/health/ready']) {
    t.equal((await get(path)).statusCode, 200, path)
  }
  t.equal((await fetch(`${origin}/health/live`)).status, 200)

  unlock()
  await locking
  await Promise.all(requests)
  const [{ answer } = await timed('/nothing')] = refusedAtOnce()
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
