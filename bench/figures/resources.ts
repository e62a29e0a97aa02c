/** Measures processor time and memory of processes. Reads /proc, so the figures are NaN on other systems than Linux. */
import { ask } from '../load/requests.ts'
import { atEnd } from '../stage/ending.ts'
import { processorSeconds, residentKibibytes, start as startServer, type Running } from '../stage/service.ts'
import type { Measurement } from './rounds.ts'

/** A minimal server with Fastify, postgres and xmlbuilder2, to measure how long these packages take to start. */
const BARE = `
import Fastify from 'fastify'
import postgres from 'postgres'
import { create } from 'xmlbuilder2'
const sql = postgres(process.env.DATABASE_URL)
const app = Fastify()
app.get('/resources/Desk/Blog/:id', async ({ params }) => {
  const [blog] = await sql\`select title from blogs where id = \${params.id}\`
  return create({ Blog: { Title: blog.title } }).end()
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
`

/** Measures processor time from the start of the process to its first answer, with existing data. */
export const start: Measurement = async function* ({ desk }) {
  const startBare = () =>
    startServer(atEnd, ['node', '--input-type=module', '--eval', BARE], { DATABASE_URL: desk.databaseUrl })
  yield {
    name: 'start, processor time, vs. bare parts',
    unit: 's',
    bars: [['≤', 6, '×']],
    measure: async ({ startAnother, blogs }) => await secondsToAnswer(await startAnother(), blogs.short.path),
    yardstick: async () => await secondsToAnswer(await startBare(), desk.blogs.short.path)
  }
}

const secondsToAnswer = async ({ origin, pid, stop }: Running, path: string) => {
  await ask(origin + path)
  const seconds = await processorSeconds(pid)
  await stop()
  return seconds
}

/** Measures resident memory of the service after the measurements that ran before it. */
export const memory: Measurement = async function* () {
  yield {
    name: 'memory after the load, CACHE_MB=64',
    unit: 'MiB',
    bars: [['≤', 300, 'MiB']],
    measure: async ({ pid }) => (await residentKibibytes(pid)) / 1024
  }
}
