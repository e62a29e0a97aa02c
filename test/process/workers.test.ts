/** Several worker processes on one port: they return the same documents, replace each other, and stop in order. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { Client } from 'undici'
import { readConfig } from '../../config.ts'
import { openStream } from '../support/event-stream.ts'
import { childrenOf, signalProcess } from '../support/processes.ts'
import { root } from '../support/root.ts'
import { dataDir, start, type Running } from '../support/service.ts'

const server = ['node', `${root}/dist/server.js`] as const
const run = promisify(execFile)
const settings = { WORKERS: '2', PORT: '0', LOG_LEVEL: 'info', ADMIN_PASSWORD: 'once-and-only-once' }

/** A connection to one worker. */
interface Connection {
  request: (
    path: string,
    options?: { method: 'POST'; body: string; headers: Record<string, string> }
  ) => Promise<{ status: number; text: string; etag: unknown }>
  /** Process id of the worker. */
  pid: number
}

const addressOf = ({ output }: Running) => /Desk serves (.+)\/resources/.exec(output())?.[1] ?? ''

const until = async <T>(poll: () => T | undefined | Promise<T | undefined>, limit = 10_000): Promise<T> => {
  for (const startedAt = Date.now(); ; await sleep(20)) {
    const result = await poll()
    if (result !== undefined) return result
    if (Date.now() - startedAt > limit) throw new Error(`no result within ${limit} ms`)
  }
}

const connect = async (t: Pick<Test, 'teardown'>, service: Running): Promise<Connection> => {
  const client = new Client(addressOf(service), { keepAliveTimeout: 60_000 })
  t.teardown(() => client.destroy())
  const request: Connection['request'] = async (path, options = undefined) => {
    const { statusCode, headers, body } = await client.request({ path, method: 'GET', ...options })
    return { status: statusCode, text: await body.text(), etag: headers.etag }
  }
  const mark = randomUUID()
  await request(`/health/live?${mark}`)
  const pid = await until(
    () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes(mark))
        ?.match(/"pid":(\d+)/)?.[1]
  )
  return { request, pid: Number(pid) }
}

/** Connects to each of two workers. */
const connectAll = async (t: Pick<Test, 'teardown'>, service: Running) => {
  const first = await connect(t, service)
  const second = await until(async () => {
    const next = await connect(t, service)
    return next.pid === first.pid ? undefined : next
  })
  return [first, second] as const
}

const listeningPids = ({ output }: Running) =>
  [...output().matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map(([, pid]) => Number(pid))

t.test('two workers share a port', { timeout: 240_000 }, async (t) => {
  const DATA_DIR = await dataDir(t)
  const service = await start(t, server, { ...settings, DATA_DIR })
  const [first, second] = await connectAll(t, service)
  const base = addressOf(service)

  await t.test('each message is printed once, and the workers are not the primary process', async (t) => {
    for (const line of ['Database: ', 'Desk serves', 'Made user admin', 'Loaded the demo', 'Drafts and e-mail']) {
      t.equal(service.output().split(line).length, 2, line)
    }
    t.not(first.pid, service.pid)
    t.not(second.pid, service.pid)
  })

  await t.test('both workers return the same bytes for every kind of document', async (t) => {
    const seen = new Set<string>()
    const shapes = new Map<string, number>()
    const queue = ['/resources']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const [firstResponse, secondResponse] = await Promise.all([first.request(path), second.request(path)])
      t.same(secondResponse, firstResponse, path)
      for (const [, href = ''] of firstResponse.text.matchAll(/href="([^"]+)"/g)) {
        const next = href.replace(base, '').replaceAll('&amp;', '&')
        const shape = next.replace(/\d+/g, '{Id}')
        const count = shapes.get(shape) ?? 0
        if (!next.startsWith('/resources') || seen.has(next) || count > 1) continue
        seen.add(next)
        shapes.set(shape, count + 1)
        queue.push(next)
      }
    }
    t.ok(seen.size > 100, `${seen.size} addresses`)
  })

  await t.test('a post is visible to its author at once, and to readers of both workers within a second', async (t) => {
    const list = '/resources/Desk/Blog/1/Post/Published?X-Filter=Content&desc=order&limit=5'
    const streams = await Promise.all(
      [1, 2].map(() => openStream(`${base}/resources/Desk/Blog/1/Post/Published?stream`))
    )
    for (const { request } of [first, second]) t.notMatch((await request(list)).text, /seen by all/)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const login = await first.request('/resources/Security/Login.json', {
      method: 'POST',
      body: 'UserName=admin&Password=once-and-only-once',
      headers: form
    })
    const { Session: authorization }: { Session: string } = JSON.parse(login.text)
    const inserted = await first.request('/resources/Desk/Blog/1/Post/Publish', {
      method: 'POST',
      body: 'Content=seen+by+all',
      headers: { ...form, authorization }
    })
    const startedAt = Date.now()
    t.equal(inserted.status, 201)
    t.match((await first.request(list)).text, /seen by all/, 'its author sees the post')
    await until(async () => /seen by all/.test((await second.request(list)).text) || undefined, 1000)
    t.comment(`the other worker after ${Date.now() - startedAt} ms`)
    for (const stream of streams) t.match((await stream.next()).data, /seen by all/)
    await Promise.all(streams.map(({ close }) => close()))
  })

  await t.test('the workers keep running when another service fails to start on their port', async (t) => {
    const env = { ...process.env, ...settings, DATA_DIR, PORT: new URL(base).port }
    const refused: { code?: number; stderr?: string } = await run(server[0], [server[1]], { env }).then(
      () => ({}),
      (error) => error
    )
    t.equal(refused.code, 1)
    t.match(refused.stderr, /^Desk did not start: .*EADDRINUSE.*\n$/)
    t.equal((await first.request('/health/ready')).status, 200)
  })

  await t.test('a killed worker is replaced, and the other keeps running', async (t) => {
    process.kill(first.pid, 'SIGKILL')
    t.equal((await second.request('/resources')).status, 200)
    // Until the primary process notices, it passes new connections to the killed worker too.
    await until(() => service.output().includes(`Worker ${first.pid} ended with SIGKILL`) || undefined, 1000)
    t.equal((await fetch(`${base}/resources`)).status, 200)
    await until(() => listeningPids(service).length === 3 || undefined)
    const pids = (await connectAll(t, service)).map(({ pid }) => pid)
    t.notOk(pids.includes(first.pid))
    t.ok(pids.includes(second.pid))
    t.match(service.output(), `Worker ${first.pid} ended with SIGKILL; another one replaces it.`)
  })

  await t.test('a signal to the primary process stops streams, workers and database', async (t) => {
    const streams = await Promise.all(
      [1, 2, 3, 4].map(() => openStream(`${base}/resources/Desk/Blog/1/Post/Published?stream`))
    )
    const startedAt = Date.now()
    process.kill(service.pid, 'SIGTERM')
    for (const stream of streams) t.match(await stream.rest(), [{ type: 'close', data: 'stopping' }])
    t.equal(await service.ended(), 0)
    t.ok(Date.now() - startedAt < 10_000, `it took ${Date.now() - startedAt} ms`)
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
    for (const pid of listeningPids(service)) {
      t.throws(() => process.kill(pid, 0), { code: 'ESRCH' }, `worker ${pid} has ended`)
    }
  })

  await t.test('a signal to all processes stops them in order', async (t) => {
    const service = await start(t, server, { ...settings, DATA_DIR })
    const stream = await openStream(`${addressOf(service)}/resources/Desk/Blog/1/Post/Published?stream`)
    const [{ code, took }, events] = await Promise.all([service.stop('SIGINT'), stream.rest()])
    t.equal(code, 0)
    t.ok(took < 10_000, `it took ${took} ms`)
    t.match(events, [{ type: 'close' }])
    t.notMatch(service.output(), /second|did not start|another one replaces/)
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
  })

  await t.test('the service ends if its workers keep ending soon after their start', async (t) => {
    const service = await start(t, server, { ...settings, DATA_DIR })
    // The database is not a child of the service, so its children are the workers.
    const [survivor = 0] = await childrenOf(service.pid)
    const killing = new AbortController()
    const ended = service.ended().finally(() => killing.abort())
    // A slow worker does not end soon after its start, so it can take more than five.
    while (!killing.signal.aborted) {
      for (const pid of await childrenOf(service.pid)) if (pid !== survivor) signalProcess(pid, 'SIGKILL')
      await sleep(20)
    }
    t.equal(await ended, 1)
    t.match(
      service.output(),
      /Desk stops: a worker ended 5 times in a row soon after its start, the last time with SIGKILL\n/
    )
    t.throws(() => process.kill(survivor, 0), { code: 'ESRCH' }, 'the other worker has ended too')
    t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
  })
})

t.test('an illegal number of workers is reported', async (t) => {
  const WORKERS = 'x'
  await t.rejects(run(server[0], [server[1]], { env: { ...process.env, WORKERS } }), {
    code: 1,
    stderr: /WORKERS must be auto or a whole number from 1 to 256\n/
  })
  for (const WORKERS of ['0', '257', '1.5', '']) {
    t.throws(() => readConfig({ WORKERS }), /WORKERS must be auto or a whole number from 1 to 256$/, WORKERS)
  }
  for (const [WORKERS, expected] of [
    ['auto', 'auto'],
    ['256', 256],
    [undefined, 1]
  ] as const) {
    t.equal(readConfig({ WORKERS }).WORKERS, expected)
  }
})
