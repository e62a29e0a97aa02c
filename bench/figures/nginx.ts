/** Measures the service behind nginx, with the configuration of the containers. Needs nginx. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../db/embedded/index.ts'
import { quantile } from '../claims.ts'
import { ask, copiedHeaders, requestsPerSecond, type Answer } from '../load/requests.ts'
import { gather } from '../load/crowd.ts'
import { atEnd, temporaryFolder } from '../stage/ending.ts'
import { startNginx } from '../stage/nginx.ts'
import { startProxy } from '../stage/proxy.ts'
import type { Measurement } from './rounds.ts'
import type { Service } from './service.ts'
import { deliveryTimes, pathOf } from './streams.ts'

/** Number of clients that request the same document at once. */
const MANY = 1_000
/** Number of streams: each takes two connections, and two workers have 17,500 each where 20,000 files may be open. */
const STREAMS = 16_000

export const nginx: Measurement = async function* ({ desk, against, rounds }) {
  const path = `${desk.blogs.short.path}/Post/Published?limit=50`
  const fronts = new Map<Service, string>()
  for (const service of against === undefined ? [desk] : [desk, against]) {
    fronts.set(service, await startNginx(atEnd, [service.origin]))
  }
  const frontOf = (service: Service) => fronts.get(service) ?? service.origin
  const documentOf = (service: Service) => frontOf(service) + path
  const answer = await ask(documentOf(desk))
  const port = await freePort()
  await startNginx(atEnd, [desk.origin], await staticServer(answer, answer.body, port))
  yield {
    name: 'list of 50 through nginx, vs. its static file',
    unit: '/s',
    bars: [['≥', 0.7, '×']],
    measure: (service) => requestsPerSecond({ url: documentOf(service) }),
    yardstick: () => requestsPerSecond({ url: `http://127.0.0.1:${port}` })
  }
  yield {
    name: '304 by nginx, vs. the whole document',
    unit: '/s',
    bars: [['≥', 1, '×']],
    measure: async (service) => {
      const url = documentOf(service)
      const { etag } = (await ask(url)).headers
      return requestsPerSecond({ url, headers: { 'if-none-match': String(etag) } }, 304)
    },
    yardstick: () => requestsPerSecond({ url: documentOf(desk) })
  }
  yield {
    name: `one change to the last of ${STREAMS.toLocaleString('en-US')} streams through nginx`,
    unit: 'ms',
    bars: [['≤', 1000, 'ms']],
    measure: async (service) => {
      const { short } = service.blogs
      const crowd = gather(atEnd, { origins: [frontOf(service)], path: pathOf(short), count: STREAMS })
      const opened = await crowd.untilOpen()
      if (opened === Infinity) throw new Error(`Only ${crowd.state().open} streams could be opened through nginx.`)
      const times = await deliveryTimes(service, short, crowd, rounds)
      crowd.close()
      return quantile(0.5, times)
    }
  }
  yield {
    name: `cold document, ${MANY} clients`,
    unit: 'requests',
    bars: [['≤', 1, 'requests']],
    measure: coldRequests
  }
}

/** Returns the number of requests that reach the service if many clients request a document that no cache has. */
const coldRequests = async ({ origin, blogs: { short } }: Service): Promise<number> => {
  const path = `${short.path}/Post/Published?order.until=${(cold += 1)}`
  let reached = 0
  const isRequest = (sent: Buffer) => {
    reached += `${sent}`.split(path).length - 1
    return false
  }
  const counter = await startProxy(atEnd, origin, { isRequest, endsAnswer: () => false, likelihood: 0 })
  const front = await startNginx(atEnd, [counter.url])
  await Promise.all(Array.from({ length: MANY }, () => ask(front + path)))
  return reached
}
let cold = 1_000_000

/** Returns the configuration of a server that sends a file: the bytes of an answer, with the same headers. */
const staticServer = async (answer: Answer, body: Buffer, port: number): Promise<string> => {
  const folder = await temporaryFolder(atEnd)
  await writeFile(join(folder, 'answer'), body)
  const { 'content-type': type, ...headers } = copiedHeaders(answer)
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} '${value}';`)
  return `server {
    listen 127.0.0.1:${port};
    root ${folder};
    access_log off;
    keepalive_requests 100000;
    etag off;
    if_modified_since off;
    max_ranges 0;
    location / { try_files /answer =404; types {} default_type '${type}'; ${added.join(' ')} }
  }`
}
