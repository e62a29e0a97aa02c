/** Reads under load: documents that the service holds in its cache, and first reads after a change. */
import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blog } from './fill.ts'
import { startServer } from './processes.ts'
import { ask, requestsPerSecond } from './requests.ts'
import type { Measurement, Service } from './service.ts'

/** `first` says how many times as fast as the plain way a first read must be. */
const documents = [
  { name: 'blog', of: ({ path }: Blog) => path, first: 1 },
  { name: 'post', of: ({ path, post }: Blog) => `${path}/Post/${post}`, first: 1 },
  { name: 'list of 50', of: ({ path }: Blog) => `${path}/Post/Published?limit=50`, first: 1.5 }
] as const

/** Milliseconds after which a change is visible in every process. */
const VISIBLE = 1_500

/** Cached documents and 304, beside a bare Fastify route that sends the same bytes and headers. */
export const cached: Measurement = async function* ({ desk }) {
  const { short } = desk.blogs
  const urls = documents.map(({ of }) => desk.origin + of(short))
  const bare = await startServer(['--import', 'tsx', 'bench/bare.ts', ...urls])
  for (const { name, of } of documents) {
    yield {
      name: `${name}, cached, vs. bare Fastify`,
      unit: '/s',
      bars: [['≥', 1, '×']],
      measure: ({ origin, blogs }) => requestsPerSecond({ url: origin + of(blogs.short) }),
      yardstick: () => requestsPerSecond({ url: bare.origin + of(short) })
    }
  }
  yield {
    name: 'blog, 304, vs. bare Fastify',
    unit: '/s',
    bars: [['≥', 1, '×']],
    measure: async ({ origin, blogs }) => {
      const url = origin + blogs.short.path
      const {
        headers: { etag }
      } = await ask({ url })
      return await requestsPerSecond({ url, headers: { 'if-none-match': String(etag) } }, 304)
    },
    yardstick: () => requestsPerSecond({ url: `${bare.origin}/not-modified${short.path}` }, 304)
  }
}

/** First reads after a change: each round asks once for the document of many blogs, all of which have just changed. */
export const first: Measurement = async function* ({ desk }) {
  const plain = await startServer(['--import', 'tsx', 'bench/plain.ts'], { DATABASE_URL: desk.databaseUrl })
  for (const { name, of, first } of documents) {
    const [ours, theirs] = await Promise.all(
      [desk, plain].map(({ origin }) => ask({ url: origin + of(desk.blogs.short), headers: { host: 'news.example' } }))
    )
    assert.equal(ours?.body.toString(), theirs?.body.toString(), `both answers for a ${name} are the same`)
    const readAll = (url: string, { blogs: { many, short } }: Service) => {
      const paths = many.map(of).values()
      const setupRequest = (request: object) => ({ ...request, path: paths.next().value ?? of(short) })
      return requestsPerSecond({ url, amount: many.length, requests: [{ setupRequest }] })
    }
    yield {
      name: `${name}, first read, vs. the plain way`,
      unit: '/s',
      bars: [['≥', first, '×']],
      measure: async (service) => {
        await service.sql`update blogs set title = title`
        await sleep(VISIBLE)
        return await readAll(service.origin, service)
      },
      yardstick: () => readAll(plain.origin, desk)
    }
  }
}
