/** Metrics count every request, those that the cache answers before the router included. */
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { build } from '../support/app.ts'
import { openStream } from '../support/event-stream.ts'
import { listen } from './socket.ts'
import { until } from '../support/until.ts'

await t.test('metrics', async (t) => {
  const registry = new Registry()
  const { app } = await build(t, {}, { registry })
  const origin = `http://127.0.0.1:${await listen(app)}`
  /** The value of a series, by its name and labels as they are written. */
  const valueOf = async (series: string) => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  const get = async (path: string, headers = {}, method = 'GET') => {
    const answer = await fetch(origin + path, { method, headers })
    await answer.arrayBuffer()
    return answer
  }
  const BLOG = '/resources/Desk/Blog/:blogId'
  /** Waits for a value: a client has its response before the service counts it. */
  const expectValue = async (t: Test, series: string, value: number) => {
    await until(
      () => valueOf(series),
      (current) => current === value
    )
    t.pass(series)
  }
  const expectRequests = (t: Test, count: number, status: number, route: string, method = 'GET') =>
    expectValue(t, `desk_http_requests_total{method="${method}",route="${route}",status="${status}"}`, count)

  await t.test('count requests by route and status, from the cache or not', async (t) => {
    const etag = String((await get('/resources/Desk/Blog/1')).headers.get('etag'))
    for (let n = 0; n < 4; n++) await get('/resources/Desk/Blog/1')
    for (let n = 0; n < 3; n++) await get('/resources/Desk/Blog/1', { 'if-none-match': etag })
    await get('/resources/Desk/Blog/99')
    await get('/nothing/secret-address')
    await get('/resources/Desk/Blog/1/Post', {}, 'POST')
    await expectRequests(t, 5, 200, BLOG)
    await expectRequests(t, 3, 304, BLOG)
    await expectRequests(t, 1, 404, BLOG)
    await expectRequests(t, 1, 404, 'none')
    await expectRequests(t, 1, 401, `${BLOG}/Post`, 'POST')
    const hits = Number(await valueOf('desk_cache_hits_total'))
    const misses = Number(await valueOf('desk_cache_misses_total'))
    // On a busy machine, the change feed may be too late for a hit.
    t.ok(hits > 0, `${hits} hits`)
    t.equal(hits + misses, 9)
    t.ok(Number(await valueOf('desk_cache_bytes')) > 1000)

    const timed = Number(await valueOf(`desk_http_request_duration_seconds_count{method="GET",route="${BLOG}"}`))
    t.ok(timed >= 3 && timed < 9, `${timed} were not answered from the cache before the router`)
  })

  await t.test('count open streams, and leave their duration out', async (t) => {
    const path = '/resources/Desk/Blog/3/Post/Published'
    const stream = await openStream(`${origin}${path}?stream`)
    t.equal(await valueOf('desk_streams'), 1)
    await stream.close()
    await expectRequests(t, 1, 200, `${BLOG}/Post/Published`)
    await expectValue(t, 'desk_streams', 0)
    t.notMatch(await registry.metrics(), 'duration_seconds_count{method="GET",route="/resources/Desk/Blog/:blogId/Post')
  })

  await t.test('show the database, the change feed, the event loop and the process', async (t) => {
    t.equal(await valueOf('desk_database_slots{kind="read"}'), 10)
    t.equal(await valueOf('desk_database_slots{kind="write"}'), 5)
    await expectValue(t, 'desk_database_running{kind="read"}', 0)
    t.equal(await valueOf('desk_database_waiting{kind="write"}'), 0)
    t.ok(Number(await valueOf('desk_database_wait_seconds_count{kind="read"}')) >= 3)
    t.ok(Number(await valueOf('desk_change_feed_age_seconds')) < 2)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_open_fds']) {
      t.ok(Number(await valueOf(name)) > 0, name)
    }
  })
})
