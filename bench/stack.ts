/** Measures the containers of docker-compose.yml: the service, nginx in front of it, and nginx with a static file. */
import { strict as assert } from 'node:assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { freePort } from '../db/embedded/index.ts'
import { addressOf, startContainers } from './containers.ts'
import { temporaryFolder } from './processes.ts'
import { ask, copiedHeaders, requestsPerSecond, type Answer } from './requests.ts'
import { quantile, type Row } from './rounds.ts'
import { ADMIN_PASSWORD, logIn } from './service.ts'
import { deliveryTimes, openStreams, plainStream } from './streams.ts'

const PATH = '/resources/Desk/Blog/1/Post/Published?limit=50'
const CLIENTS = 1_000
/** Milliseconds after which the old workers of nginx have ended. */
const RELOAD_TIME = 3_000
/** Number of changes in the delta that is measured. */
const DELTA = 20
/** Number of open streams, and of posts that are sent to them. */
const STREAMS = 1_000
const CHANGES = 5
/** Milliseconds that the containers may take to start. */
const START_TIMEOUT = 60_000

/** Starts the containers as a separate Compose project, and yields the rows to measure. */
export async function* stackRows(): AsyncIterable<Row<undefined>> {
  const folder = temporaryFolder()
  const port = await freePort()
  // The service logs every request that reaches it.
  process.env.LOG_LEVEL = 'info'
  const { compose, idsOf } = await startContainers('desk-bench', {
    files: ['bench/stack.yml'],
    env: { DESK_PORT: `${port}`, DESK_SUBNET: '172.31.249.0/24', BENCH_FILES: folder, DEMO: 'true', ADMIN_PASSWORD }
  })
  const originOf = async (service: string, replica = 0) =>
    `http://${await addressOf((await idsOf(service))[replica] ?? '')}`
  const published = `http://127.0.0.1:${port}`
  await whenReady(published)
  const cold = await coldRequests(await originOf('nginx'), () => compose('logs', '--no-color', 'desk'))

  process.env.LOG_LEVEL = 'warn'
  await compose('up', '--detach')
  await whenReady(`${await originOf('desk')}:3000`)
  await compose('exec', '-T', 'nginx', 'nginx', '-s', 'reload')
  const answer = await whenReady(published)
  const nginx = await originOf('nginx')
  await writeFile(join(folder, 'answer'), answer.body)
  await writeFile(join(folder, 'headers.conf'), staticLocation(answer))
  await compose('exec', '-T', 'nginx', 'nginx', '-s', 'reload')
  await whenReady(`${nginx}:81`)

  const load = (origin: string) => () => requestsPerSecond({ url: origin + PATH })
  yield {
    name: 'nginx, vs. its static file',
    unit: '/s',
    bars: [['≥', 0.7, '×']],
    measure: load(nginx),
    yardstick: load(`${nginx}:81`)
  }
  const desk = await originOf('desk')
  yield {
    name: 'published port, vs. the service itself',
    unit: '/s',
    bars: [],
    measure: load(published),
    yardstick: load(`${desk}:3000`)
  }
  // Links have the address that was requested, so this document is another one than that of the published port.
  const {
    headers: { etag }
  } = await whenReady(nginx)
  const headers = { 'if-none-match': String(etag) }
  yield {
    name: '304 by nginx, vs. the whole document',
    unit: '/s',
    bars: [['≥', 1, '×']],
    measure: () => requestsPerSecond({ url: nginx + PATH, headers }, 304),
    yardstick: load(nginx)
  }
  const [, cursor = ''] = /lastCId="(\d+)"/.exec(answer.body.toString()) ?? []
  const delta = `${nginx}/resources/Desk/Blog/1/Post/Published?cId.since=${Number(cursor) - DELTA}&X-Filter=*`
  yield {
    name: `delta of ${DELTA} changes, vs. the whole document`,
    unit: '/s',
    bars: [],
    measure: () => requestsPerSecond({ url: delta }),
    yardstick: load(nginx)
  }
  const blog = '/resources/Desk/Blog/1'
  const streams = await openStreams(plainStream(nginx, { path: blog }), STREAMS)
  const session = await logIn(nginx)
  const delays = await deliveryTimes({ origin: nginx, session }, blog, streams.responses, CHANGES)
  streams.close()
  yield {
    name: `one change to the last of ${STREAMS.toLocaleString('en-US')} streams through nginx`,
    unit: 'ms',
    bars: [['≤', 1000, 'ms']],
    measure: async () => quantile(0.5, delays)
  }
  await compose('up', '--detach', '--scale', 'desk=3')
  await whenReady(published)
  await compose('exec', '-T', 'nginx', 'nginx', '-s', 'reload')
  // The old workers of nginx close their connections, also those that were opened a moment ago.
  await sleep(RELOAD_TIME)
  yield {
    name: 'documents in no cache, three replicas, vs. one',
    unit: '/s',
    bars: [],
    measure: () => requestsPerSecond(uncached(nginx)),
    yardstick: () => requestsPerSecond(uncached(`${desk}:3000`))
  }
  yield {
    name: `cold document, ${CLIENTS} clients`,
    unit: 'requests',
    bars: [['≤', 1, 'requests']],
    measure: async () => cold
  }
}

/** Requests for documents that no cache has: each has another address. */
const uncached = (origin: string) => ({
  url: origin,
  requests: [
    {
      setupRequest: (request: autocannon.Request) => ({
        ...request,
        path: `${PATH}&order.until=${1_000_000 + count++}`
      })
    }
  ]
})
let count = 0

/** Waits until a server answers the request for the document with 200, and returns that answer. */
const whenReady = async (origin: string): Promise<Answer> => {
  for (const end = Date.now() + START_TIMEOUT; Date.now() < end; await sleep(200)) {
    const answer = await ask({ url: origin + PATH }).catch(() => undefined)
    if (answer?.status === 200) return answer
  }
  throw new Error(`${origin}${PATH} did not return 200 within ${START_TIMEOUT / 1000} seconds.`)
}

/**
 * Returns the number of requests that reach the service if many clients at once request a document not in nginx's
 * cache.
 */
const coldRequests = async (nginx: string, log: () => Promise<string>): Promise<number> => {
  const path = `${PATH}&offset=1`
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => ask({ url: nginx + path })))
  assert(
    answers.every(({ status }) => status === 200),
    'every client gets the document'
  )
  await sleep(500) // until the log is written
  return (await log()).split('\n').filter((line) => line.includes(path) && line.includes('incoming request')).length
}

const staticLocation = (answer: Answer) => {
  const { 'content-type': type, ...headers } = copiedHeaders(answer)
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} '${value}';`)
  return `location / { try_files /answer =404; types {} default_type '${type}'; ${added.join(' ')} }`
}
