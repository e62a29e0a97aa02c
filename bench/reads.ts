/** Reads under load: documents that the service holds in its cache, and first reads after a change. */
import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Blog } from './fill.ts'
import { requestsPerSecond } from './load.ts'
import { startProcess } from './processes.ts'
import type { Result } from './report.ts'
import { inTurns } from './rounds.ts'
import type { Measurement, Service } from './service.ts'

interface Document {
  readonly name: string
  readonly path: (blog: Blog) => string
  /** How many times as fast as the plain way a first read must be. */
  readonly first: number
}

const documents: readonly Document[] = [
  { name: 'blog', path: ({ id }) => `/resources/Desk/Blog/${id}`, first: 1 },
  { name: 'post', path: ({ id, post }) => `/resources/Desk/Blog/${id}/Post/${post}`, first: 1 },
  { name: 'list of 50', path: ({ id }) => `/resources/Desk/Blog/${id}/Post/Published?limit=50`, first: 1.5 }
]

/** Changes are visible in every process after at most a second. */
const VISIBLE = 1_500

/** Cached documents and 304, beside a bare Fastify route that sends the same bytes and headers. */
export const cachedReads: Measurement = async ({ desk, against, options, later }) => {
  const paths = documents.map(({ path }) => path(desk.blogs.short))
  const bare = await startProcess({
    args: ['--import', 'tsx', 'bench/bare.ts', ...paths.map((path) => desk.origin + path)], later
  })
  const load = (url: string, headers = {}, status = 200) => () =>
    requestsPerSecond({ ...options, url, headers, status })
  const results: Result[] = []
  for (const { name, path } of documents) {
    const address = (service: Service) => service.origin + path(service.blogs.short)
    const found = await inTurns({
      desk: load(address(desk)),
      yardstick: load(bare.origin + path(desk.blogs.short)),
      against: against && load(address(against))
    }, options)
    results.push({ name: `${name}, cached, beside bare Fastify`, found, bars, unit: '/s' })
  }
  const notModified = async (service: Service) => {
    const address = service.origin + (documents[0]?.path(service.blogs.short) ?? '')
    return load(address, { 'if-none-match': (await ask(address)).headers.etag }, 304)
  }
  const found = await inTurns({
    desk: await notModified(desk),
    yardstick: load(`${bare.origin}/not-modified${paths[0]}`, {}, 304),
    against: against && await notModified(against)
  }, options)
  return [...results, { name: 'blog, 304, beside bare Fastify', found, bars, unit: '/s' }]
}

const bars = [{ of: 'ratio', least: 1 }] as const

/** First reads after a change: each round asks once for the document of many blogs, all of which have just changed. */
export const firstReads: Measurement = async ({ desk, against, options, later }) => {
  const plain = await startProcess({ args: ['--import', 'tsx', 'bench/plain.ts'], env: desk.env, later })
  const results: Result[] = []
  for (const { name, path, first } of documents) {
    const address = path(desk.blogs.short)
    await assertSameBody(desk.origin + address, plain.origin + address)
    const load = (origin: string, { blogs: { many, short } }: Service) => () => {
      const paths = many.map(path).values()
      const next = () => paths.next().value ?? path(short)
      return requestsPerSecond({ url: origin, connections: options.connections, amount: many.length, next })
    }
    const found = await inTurns({
      desk: load(desk.origin, desk),
      yardstick: load(plain.origin, desk),
      against: against && load(against.origin, against)
    }, {
      rounds: options.rounds,
      prepare: async () => {
        const services = against === undefined ? [desk] : [desk, against]
        await Promise.all(services.map(({ sql }) => sql`update blogs set title = title`))
        await sleep(VISIBLE)
      }
    })
    const bars = [{ of: 'ratio', least: first }] as const
    results.push({ name: `${name}, first read, beside the plain way`, found, bars, unit: '/s' })
  }
  return results
}

const assertSameBody = async (...addresses: readonly string[]) => {
  const headers = { host: 'news.example' }
  const [one, other] = await Promise.all(addresses.map((address) => ask(address, { headers })))
  assert.equal(one?.body.toString(), other?.body.toString(), addresses.join(' and '))
}
