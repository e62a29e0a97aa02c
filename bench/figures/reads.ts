/** Measures reads under load: cached documents, and first reads after a change. */
import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, requestsPerSecond } from '../load/requests.ts'
import { atEnd } from '../stage/ending.ts'
import { start } from '../stage/service.ts'
import type { Blog } from './fill.ts'
import type { Measurement } from './rounds.ts'
import type { Service } from './service.ts'

/** Node with a yardstick of this folder. */
const node = ['node', '--import', 'tsx'] as const

/** `first` is the minimum ratio of first reads a second to those of the plain implementation. */
const documents = [
  { name: 'blog', of: ({ path }: Blog) => path, first: 1 },
  { name: 'post', of: ({ path, post }: Blog) => `${path}/Post/${post}`, first: 1 },
  { name: 'list of 50', of: ({ path }: Blog) => `${path}/Post/Published?limit=50`, first: 1.5 }
] as const

/** Once they are cached, lists with contents are sent like all others. */
const firstDocuments = [
  ...documents,
  {
    name: 'list of 50 with contents',
    of: ({ path }: Blog) => `${path}/Post/Published?limit=50&X-Filter=Id,CId,Content`,
    first: 1
  }
] as const

/** Pages for people are only compared when they are cached: the plain implementation has none. */
const cachedDocuments = [
  ...documents,
  { name: 'page of 50 posts', of: ({ path }: Blog) => `${path}/Post/Published.html?limit=50` },
  { name: 'live page', of: ({ id }: Blog) => `/live/${id}` }
] as const

/** Milliseconds until every process has received a change. */
const VISIBLE = 1_500

/** Measures cached documents and 304, compared with bare Fastify routes that send the same bytes and headers. */
export const cached: Measurement = async function* ({ desk }) {
  const { short } = desk.blogs
  const urls = cachedDocuments.map(({ of }) => desk.origin + of(short))
  const bare = await start(atEnd, [...node, 'bench/figures/bare.ts', ...urls])
  for (const { name, of } of cachedDocuments) {
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
      const { headers } = await ask(url)
      return await requestsPerSecond({ url, headers: { 'if-none-match': String(headers.etag) } }, 304)
    },
    yardstick: () => requestsPerSecond({ url: `${bare.origin}/not-modified${short.path}` }, 304)
  }
}

/** Measures first reads after a change: each round changes many blogs, then requests the document of each once. */
export const first: Measurement = async function* ({ desk }) {
  const plain = await start(atEnd, [...node, 'bench/figures/plain.ts'], { DATABASE_URL: desk.databaseUrl })
  for (const { name, of, first } of firstDocuments) {
    const [deskAnswer, plainAnswer] = await Promise.all(
      [desk, plain].map(({ origin }) => ask(origin + of(desk.blogs.short), { headers: { host: 'news.example' } }))
    )
    assert.equal(deskAnswer?.body.toString(), plainAnswer?.body.toString(), `both answers for a ${name} are the same`)
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
