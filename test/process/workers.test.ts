/** Several processes on one port: one picture of the truth, and an end in order whoever dies first. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t, { type Test } from '../support/tap.ts'
import { Client } from 'undici'
import { readConfig } from '../../config.ts'
import { openStream } from '../support/event-stream.ts'
import { root } from '../support/root.ts'
import { dataDir, start, type Running } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const
const run = promisify(execFile)
const settings = { WORKERS: '2', PORT: '0', LOG_LEVEL: 'info', ADMIN_PASSWORD: 'once-and-only-once' }

/** A connection of its own, which is to say a worker. */
interface Connection {
  ask: (
    path: string,
    more?: { method: 'POST'; body: string; headers: Record<string, string> }
  ) => Promise<{ status: number; text: string; etag: unknown }>
  /** The process at its other end. */
  pid: number
}

const addressOf = ({ output }: Running) => /Desk serves (.+)\/resources/.exec(output())?.[1] ?? ''

const until = async <T>(look: () => T | undefined | Promise<T | undefined>, limit = 10_000): Promise<T> => {
  for (const since = Date.now(); ; await sleep(20)) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() - since > limit) throw new Error(`nothing came within ${limit} ms`)
  }
}

const connect = async (t: Pick<Test, 'teardown'>, service: Running): Promise<Connection> => {
  const client = new Client(addressOf(service), { keepAliveTimeout: 60_000 })
  t.teardown(() => client.destroy())
  const ask: Connection['ask'] = async (path, more = undefined) => {
    const { statusCode, headers, body } = await client.request({ path, method: 'GET', ...more })
    return { status: statusCode, text: await body.text(), etag: headers.etag }
  }
  const mark = randomUUID()
  await ask(`/health/live?${mark}`)
  const pid = await until(
    () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes(mark))
        ?.match(/"pid":(\d+)/)?.[1]
  )
  return { ask, pid: Number(pid) }
}

/** A connection to each worker. */
const connectAll = async (t: Pick<Test, 'teardown'>, service: Running) => {
  const one = await connect(t, service)
  const other = await until(async () => {
    const next = await connect(t, service)
    return next.pid === one.pid ? undefined : next
  })
  return [one, other] as const
}

const listening = ({ output }: Running) =>
  [...output().matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map(([, pid]) => Number(pid))

/** Its workers: the database is nobody's child. */
const childrenOf = async ({ pid }: Running): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

t.test('two workers', async (t) => {
  const DATA_DIR = await dataDir(t)
  const service = await start(t, server, { ...settings, DATA_DIR })
  const [one, other] = await connectAll(t, service)
  const base = addressOf(service)

  await t.test('what is to be said is said once, and neither worker is who started them', async (t) => {
    for (const line of ['Database: ', 'Desk serves', 'Made user admin', 'Loaded the demo', 'Drafts and e-mail']) {
      t.equal(service.output().split(line).length, 2, line)
    }
    t.not(one.pid, service.pid)
    t.not(other.pid, service.pid)
  })

  await t.test('both answer every kind of document with the same bytes', async (t) => {
    const seen = new Set<string>()
    const shapes = new Map<string, number>()
    const queue = ['/resources']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const [left, right] = await Promise.all([one.ask(path), other.ask(path)])
      t.same(right, left, path)
      for (const [, href = ''] of left.text.matchAll(/href="([^"]+)"/g)) {
        const next = href.replace(base, '').replaceAll('&amp;', '&')
        const shape = next.replace(/\d+/g, '{Id}')
        const met = shapes.get(shape) ?? 0
        if (!next.startsWith('/resources') || seen.has(next) || met > 1) continue
        seen.add(next)
        shapes.set(shape, met + 1)
        queue.push(next)
      }
    }
    t.ok(seen.size > 100, `${seen.size} addresses`)
  })

  await t.test('a post is seen by its writer at once, by the readers of every worker within a second', async (t) => {
    const list = '/resources/Desk/Blog/1/Post/Published?X-Filter=Content&desc=order&limit=5'
    const streams = await Promise.all(
      [1, 2].map(() => openStream(`${base}/resources/Desk/Blog/1/Post/Published?stream`))
    )
    for (const { ask } of [one, other]) t.notMatch((await ask(list)).text, /seen by all/)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const login = await one.ask('/resources/Security/Login.json', {
      method: 'POST',
      body: 'UserName=admin&Password=once-and-only-once',
      headers: form
    })
    const { Session: authorization }: { Session: string } = JSON.parse(login.text)
    const made = await one.ask('/resources/Desk/Blog/1/Post/Publish', {
      method: 'POST',
      body: 'Content=seen+by+all',
      headers: { ...form, authorization }
    })
    const since = Date.now()
    t.equal(made.status, 201)
    t.match((await one.ask(list)).text, /seen by all/, 'the writer')
    await until(async () => /seen by all/.test((await other.ask(list)).text) || undefined, 1000)
    t.comment(`the other worker after ${Date.now() - since} ms`)
    for (const stream of streams) t.match((await stream.next()).data, /seen by all/)
    await Promise.all(streams.map(({ close }) => close()))
  })

  await t.test('a taken port is said once, and who holds it goes on', async (t) => {
    const env = { ...process.env, ...settings, DATA_DIR, PORT: new URL(base).port }
    const refused: { code?: number; stderr?: string } = await run(server[0], [server[1]], { env }).then(
      () => ({}),
      (error) => error
    )
    t.equal(refused.code, 1)
    t.match(refused.stderr, /^Desk did not start: .*EADDRINUSE.*\n$/)
    t.equal((await one.ask('/health/ready')).status, 200)
  })

  await t.test('a worker that is killed is replaced, and the other goes on', async (t) => {
    process.kill(one.pid, 'SIGKILL')
    t.equal((await other.ask('/resources')).status, 200)
    t.equal((await fetch(`${base}/resources`)).status, 200)
    await until(() => listening(service).length === 3 || undefined)
    const now = (await connectAll(t, service)).map(({ pid }) => pid)
    t.notOk(now.includes(one.pid))
    t.ok(now.includes(other.pid))
    t.match(service.output(), `Worker ${one.pid} ended with SIGKILL; another one replaces it.`)
  })

  await t.test('a signal to the first process closes streams, workers and database', async (t) => {
    const streams = await Promise.all(
      [1, 2, 3, 4].map(() => openStream(`${base}/resources/Desk/Blog/1/Post/Published?stream`))
    )
    const since = Date.now()
    process.kill(service.pid, 'SIGTERM')
    for (const stream of streams) t.match(await stream.rest(), [{ type: 'close', data: 'stopping' }])
    t.equal(await service.ended(), 0)
    t.ok(Date.now() - since < 10_000, `it took ${Date.now() - since} ms`)
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
    for (const pid of listening(service)) {
      t.throws(() => process.kill(pid, 0), { code: 'ESRCH' }, `worker ${pid} has ended`)
    }
  })

  await t.test('a signal to all processes ends them in order', async (t) => {
    const service = await start(t, server, { ...settings, DATA_DIR })
    const stream = await openStream(`${addressOf(service)}/resources/Desk/Blog/1/Post/Published?stream`)
    const [{ code, took }, events] = await Promise.all([service.stop('SIGINT'), stream.rest()])
    t.equal(code, 0)
    t.ok(took < 10_000, `it took ${took} ms`)
    t.match(events, [{ type: 'close' }])
    t.notMatch(service.output(), /second|did not start|another one replaces/)
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
  })

  await t.test('workers that end as soon as they start end the service', async (t) => {
    const service = await start(t, server, { ...settings, DATA_DIR })
    const [kept = 0, ...victims] = await childrenOf(service)
    for (let killed = 0; killed < 5; killed++) {
      const victim = await until(async () => victims.pop() ?? (await childrenOf(service)).find((pid) => pid !== kept))
      process.kill(victim, 'SIGKILL')
      await until(async () => ((await childrenOf(service)).includes(victim) ? undefined : true))
    }
    t.equal(await service.ended(), 1)
    t.match(
      service.output(),
      /Desk stops: a worker ended 5 times in a row soon after its start, the last time with SIGKILL\n/
    )
    t.throws(() => process.kill(kept, 0), { code: 'ESRCH' }, 'the other has ended too')
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
  })
})

t.test('a wrong number of workers is named', async (t) => {
  const WORKERS = 'x'
  await t.rejects(run(server[0], [server[1]], { env: { ...process.env, WORKERS } }), {
    code: 1,
    stderr: /WORKERS must be auto or a whole number from 1 to 256\n/
  })
  for (const WORKERS of ['0', '257', '1.5', '']) {
    t.throws(() => readConfig({ WORKERS }), /WORKERS must be auto or a whole number from 1 to 256$/, WORKERS)
  }
  for (const [WORKERS, read] of [
    ['auto', 'auto'],
    ['256', 256],
    [undefined, 1]
  ] as const) {
    t.equal(readConfig({ WORKERS }).WORKERS, read)
  }
})
