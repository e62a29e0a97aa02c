/** `/metrics` is served on its own port. */
import { Gauge } from 'prom-client'
import t from 'tap'
import { freePort } from '../../db/embedded/index.ts'
import { registry, serveMetrics } from '../../metrics.ts'
import { cloneDatabase } from '../support/database.ts'
import { serve } from '../../bench/stage/service.ts'
import { dataDir } from '../support/stage.ts'

await t.test('METRICS_PORT serves the metrics of the service, and nothing else', async (t) => {
  const METRICS_PORT = `${await freePort()}`
  const DATABASE_URL = await cloneDatabase(t, 'demo')
  const { origin, stop } = await serve(t, { DATABASE_URL, DATA_DIR: await dataDir(t), METRICS_PORT })
  const metrics = `http://127.0.0.1:${METRICS_PORT}`
  for (let count = 0; count < 20; count++) await fetch(`${origin}/health/live`)

  const answer = await fetch(`${metrics}/metrics`)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  t.same(
    lines.filter((line) => /^desk_(http_requests_total|streams)\b/.test(line)),
    ['desk_http_requests_total{method="GET",route="/health/live",status="200"} 20', 'desk_streams 0']
  )
  t.equal((await fetch(`${metrics}/resources`)).status, 404, 'the port serves nothing else')
  t.equal((await fetch(`${origin}/metrics`)).status, 404, 'the other port does not serve metrics')
  t.equal((await stop()).code, 0)
})

await t.test('a failed scrape is logged, and its response shows no internals', async (t) => {
  const METRICS_PORT = await freePort()
  const collect = () => {
    throw new Error('internal reason')
  }
  registry.registerMetric(new Gauge({ name: 'failing', help: 'Fails', registers: [], collect }))
  const lines: string[] = []
  t.teardown(await serveMetrics({ HOST: '127.0.0.1', METRICS_PORT }, (line) => lines.push(line)))
  const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
  t.same({ status: response.status, body: await response.text() }, { status: 500, body: '' })
  t.same(lines, ['Metrics could not be read: Error: internal reason'])
})
