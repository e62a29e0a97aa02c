/**
 * Measures the memory of the service under every kind of load at once, by default for ten minutes: more documents than
 * the cache has room for, conditional and compressed reads, polling, streams that open and close, and inserts.
 * Run by hand: `npx tsx test/endurance/memory.ts [seconds]`. It fails if the last third of the run has 10 % more memory
 * in use than the third before it.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { connect } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/index.ts'
import { loadDemo } from '../../db/demo.ts'
import { migrate } from '../../db/migrate.ts'
import { sessions } from '../../db/sessions.ts'
import { users } from '../../db/users.ts'
import { hashToken, newToken, NO_PASSWORD } from '../../db/secrets.ts'
import type { Measure } from './measured.ts'

const seconds = Number(process.argv[2] ?? 600)
if (!(seconds >= 30)) throw new Error('The first argument must be the duration in seconds, at least 30')
const CACHE_MB = 16
const MEBIBYTE = 1024 * 1024

const folder = await mkdtemp(join(tmpdir(), 'desk-memory-'))
// PostgreSQL runs under another account if this program runs as root; it must be able to read the folder.
await chmod(folder, 0o755)
const server = await openEmbedded({ dataDir: folder, pid: process.pid, log: console.error })
const sql = connect({ url: server.url, max: 2 })
await migrate(sql)
const admin = await users(sql).add({
  Name: 'admin',
  FirstName: 'Ada',
  LastName: 'Min',
  PasswordHash: NO_PASSWORD,
  Role: 'Administrator'
})
await sql.begin((transaction) => loadDemo(transaction, NO_PASSWORD))
const token = newToken()
await sessions(sql).begin(admin, hashToken(token))

const child = fork(fileURLToPath(new URL('measured.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx', '--expose-gc'],
  env: { ...process.env, DATABASE_URL: server.url, CACHE_MB: `${CACHE_MB}` }
})
const measures: Measure[] = []
const base = await new Promise<string>((resolve, reject) => {
  child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  child.on('message', (message: string | Measure) =>
    typeof message === 'string' ? resolve(message) : measures.push(message)
  )
})
const until = performance.now() + seconds * 1000
const isOver = () => performance.now() > until
/** A blog that is only read, so that its documents fill the cache, and a blog with new posts all the time. */
const quietBlog = '/resources/Desk/Blog/1'
const busyBlog = '/resources/Desk/Blog/3'

/** Sends requests at a fixed rate, which leaves the processor time for the other loads. */
const read = (title: string, requests: autocannon.Request[], overallRate: number) =>
  autocannon({ url: base, title, connections: 8, duration: seconds, overallRate, requests })

/** Opens a stream, reads it for a while, closes it, and starts again. */
const stream = async () => {
  while (!isOver()) {
    const leaving = AbortSignal.timeout(1000 + Math.floor(Math.random() * 10_000))
    try {
      const { body } = await fetch(
        `${base}${busyBlog}/Post/Published?stream&cId.since=${Math.floor(Math.random() * 50)}`,
        {
          signal: leaving
        }
      )
      for await (const chunk of body ?? []) if (isOver() || chunk.length === 0) return
    } catch (error) {
      if (!leaving.aborted) throw error
    }
  }
}

let written = 0
const write = async () => {
  while (!isOver()) {
    const answer = await fetch(`${base}${busyBlog}/Post/Publish`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ Content: `${written}`.padEnd(500, ' news') })
    })
    if (answer.status !== 201) throw new Error(`an insert returned ${answer.status}`)
    await answer.arrayBuffer()
    written += 1
    await sleep(200)
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const accept = 'application/json'
const results = await Promise.all([
  read(
    'many documents',
    numbers(5000).map((number) => ({
      path: `${quietBlog}/Post/Published?X-Filter=*&limit=${50 + (number % 50)}&offset=${Math.floor(number / 50)}`,
      headers: number % 2 === 0 ? { accept } : {}
    })),
    300
  ),
  read(
    'compressed',
    numbers(200).map((number) => ({
      path: `${busyBlog}/Post?limit=100&offset=${number}`,
      headers: { 'accept-encoding': number % 2 === 0 ? 'br' : 'gzip' }
    })),
    300
  ),
  read(
    'polls',
    numbers(1000).map((number) => ({ path: `${busyBlog}/Post/Published?cId.since=${number}` })),
    500
  ),
  read(
    'few documents',
    ['/resources', busyBlog, `${busyBlog}/Post/Published`, `${quietBlog}/Post/1`].map((path) => ({
      path,
      headers: { 'if-none-match': '"x"' }
    })),
    2000
  ),
  read(
    'refused',
    numbers(500).map((number) => ({ path: `${quietBlog}?unknown${number}=1` })),
    100
  ),
  ...numbers(200).map(stream),
  write()
])
child.removeAllListeners('exit')
child.disconnect()
await once(child, 'exit')
await sql.end({ timeout: 5 })
await server.close()
await rm(folder, { recursive: true, force: true })

const inMiB = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`
/** Returns the mean of each third of the run. */
const thirds = (values: readonly number[]) => {
  const third = Math.floor(values.length / 3)
  return [0, third, 2 * third].map(
    (from) => values.slice(from, from + third).reduce((sum, value) => sum + value, 0) / third
  )
}
for (const result of results) {
  if (result !== undefined) {
    console.log(
      `${result.title?.padEnd(24)} ${result.requests.total} requests, ${result.errors} errors, ${result.non2xx} not 2xx`
    )
  }
}
console.log(`inserts                  ${written}`)
const used = measures.flatMap((measure) => measure.live ?? [])
for (const [name, values] of [
  ['process', measures.map(({ rss }) => rss)],
  ['in use', used]
] as const) {
  const means = thirds(values).map(inMiB).join(', ')
  console.log(`${name.padEnd(24)} ${means} in each third of the run; at most ${inMiB(Math.max(...values))}`)
}
const [, second = 0, last = Infinity] = thirds(used)
if (last > second * 1.1) {
  throw new Error(
    `the last third had ${((last / second - 1) * 100).toFixed(0)} % more memory in use than the third before`
  )
}
console.log(
  `result                   the memory in use changed by ${((last / second - 1) * 100).toFixed(1)} % in the last third`
)
