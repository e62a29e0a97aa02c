/** Start and stop of the service: signals, the demo, illegal settings, metrics, and replicas. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { Gauge } from 'prom-client'
import t, { type Test } from 'tap'
import { Agent } from 'undici'
import { readConfig } from '../../config.ts'
import { connect as connectTo } from '../../db/client.ts'
import { freePort } from '../../db/embedded/index.ts'
import { ownVersion } from '../../plugins/introspection/components.ts'
import { hasIPv6 } from '../routes/socket.ts'
import { cloneDatabase } from '../support/database.ts'
import { root } from '../support/root.ts'
import { start, serve } from '../../bench/stage/service.ts'
import { dataDir } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { registry, serveMetrics } from '../../metrics.ts'
import { send } from '../../bench/load/requests.ts'

const server = ['node', `${root}/dist/server.js`] as const
const run = promisify(execFile)

/** Checks that the service does not start with these settings. */
const failsToStart = (t: Test, env: Readonly<Record<string, string>>, stderr: RegExp) =>
  t.rejects(run(server[0], [server[1]], { env: { ...process.env, ...env } }), { code: 1, stdout: '', stderr })

t.test('a second start uses the data of the first, and signals stop service and database', async (t) => {
  const DATA_DIR = await dataDir(t)
  const login = async (base: string) => {
    const answer = await fetch(`${base}/resources/Security/Login.json`, {
      method: 'POST',
      body: new URLSearchParams({ UserName: 'admin', Password: 'once-and-only-once' })
    })
    return /"Session":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  }
  const first = await start(t, server, { PORT: '0', DATA_DIR, ADMIN_PASSWORD: 'once-and-only-once' })
  const inserted = await fetch(`${first.origin}/resources/Desk/Blog/1/Post/Publish`, {
    method: 'POST',
    headers: { authorization: await login(first.origin), 'content-type': 'application/json' },
    body: JSON.stringify({ Content: 'Stored by the first start' })
  })
  t.equal(inserted.status, 201)
  t.equal((await first.stop('SIGINT')).code, 0)
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')

  const second = await start(t, server, { PORT: '0', DATA_DIR })
  t.notMatch(second.output(), /password|Loaded/, 'it creates no user and loads no demo')
  const { pathname } = new URL(inserted.headers.get('location') ?? '')
  const shown = await (await fetch(second.origin + pathname)).text()
  t.match(shown, /<Content>Stored by the first start<\/Content>/)
  t.equal((await second.stop('SIGTERM')).code, 0)
})

t.test('a signal to npm alone, as from a supervisor, stops service and database', async (t) => {
  const DATA_DIR = await dataDir(t)
  const { pid } = await start(t, ['npm', 'start'], { PORT: '0', DATA_DIR, DEMO: 'false' })
  process.kill(pid, 'SIGTERM')
  await until(() => !existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`))
})

t.test('a reader who has paused a video, and a slow upload, do not keep a service from ending in order', async (t) => {
  const DATA_DIR = await dataDir(t)
  const service = await start(t, server, { PORT: '0', DATA_DIR, DEMO: 'false' })
  await mkdir(`${DATA_DIR}/files`, { recursive: true })
  await writeFile(`${DATA_DIR}/files/video.mp4`, Buffer.alloc(30_000_000))
  const open = (head: string) => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}\r\nHost: a\r\n`)
    t.teardown(() => socket.destroy())
    return socket
  }
  const video = open('GET /content/files/video.mp4 HTTP/1.1')
  video.write('\r\n')
  const [first] = await once(video, 'data')
  t.match(`${first}`, /^HTTP\/1.1 200 /)
  video.pause()
  const upload = open('POST /resources/Security/Login HTTP/1.1')
  upload.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')

  const stopping = service.stop('SIGTERM')
  await sleep(500)
  for (const signal of ['SIGINT', 'SIGHUP']) process.kill(service.pid, signal)
  const { code, took } = await stopping
  t.equal(code, 0, `after ${Math.round(took)} ms, also if it is told again and again`)
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')
})

t.test('a start that is interrupted while the database starts leaves no database that runs', async (t) => {
  const DATA_DIR = await dataDir(t)
  const pidFile = `${DATA_DIR}/postgresql/data/postmaster.pid`
  const env = { ...process.env, PORT: '0', DATA_DIR }
  const service = spawn(server[0], [server[1]], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(service, 'exit')
  await until(() => existsSync(pidFile), true, { pause: 1 })
  service.kill('SIGTERM')
  t.same(await ended, [0, null])
  t.notOk(existsSync(pidFile))
})

/** A device on which each write fails as on a full disk; Linux has it. */
const FULL = '/dev/full'

t.test('a service whose log finds no space answers, and ends in order', { skip: !existsSync(FULL) }, async (t) => {
  const PORT = `${await freePort()}`
  const full = openSync(FULL, 'w')
  const env = { ...process.env, PORT, LOG_LEVEL: 'info', DATABASE_URL: await cloneDatabase(t, 'demo') }
  const service = spawn(server[0], [server[1]], { env, stdio: ['ignore', full, full] })
  closeSync(full)
  const ended = once(service, 'exit')
  t.teardown(() => service.kill('SIGKILL'))
  const read = () => send(`http://127.0.0.1:${PORT}/resources/Desk/Blog/1`)
  await until(
    () => read(),
    ({ status }) => status === 200 || service.exitCode !== null
  )
  for (let n = 0; n < 3; n += 1) t.equal((await read()).status, 200)
  service.kill('SIGTERM')
  t.same(await ended, [0, null])
})

/** The limits of this process; Linux has the file. */
const LIMITS = '/proc/self/limits'

t.test('clients leave the files that modules need which are loaded later', { skip: !existsSync(LIMITS) }, async (t) => {
  const env = { PORT: '0', DATABASE_URL: await cloneDatabase(t, 'demo'), DATA_DIR: await dataDir(t) }
  const { origin } = await start(t, ['sh', '-c', `ulimit -n 300; exec ${server.join(' ')}`], env)
  // Opens its only connection before the clients take all that are left.
  const dispatcher = new Agent({ connections: 1 })
  t.teardown(() => dispatcher.destroy())
  const statusOf = async (path: string) => (await send(origin + path, { dispatcher })).status
  t.equal(await statusOf('/health/live'), 200)
  for (let n = 0; n < 400; n += 1) {
    const client = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
    t.teardown(() => client.destroy())
    await once(client, 'connect')
  }
  for (const path of ['/live', '/live/1', '/live/1/feed.json']) t.equal(await statusOf(path), 200, path)
})

t.test('a service whose port is in use does not open the database', async (t) => {
  const PORT = `${await freePort()}`
  const portHolder = createServer().listen(Number(PORT), '127.0.0.1')
  t.teardown(() => portHolder.close())
  await once(portHolder, 'listening')
  const DATA_DIR = await dataDir(t)
  const reason = 'HOST and PORT name no address to listen on: listen EADDRINUSE'
  await failsToStart(t, { PORT, DATA_DIR }, new RegExp(`^Desk did not start: ${reason}`))
  const metrics = 'HOST and METRICS_PORT name no address to listen on: listen EADDRINUSE'
  await failsToStart(t, { PORT: '0', METRICS_PORT: PORT, DATA_DIR }, new RegExp(`^Desk did not start: ${metrics}`))
  t.notOk(existsSync(DATA_DIR))
})

t.test('a start without its database names the setting that leads to it', async (t) => {
  const DATABASE_URL = await cloneDatabase(t)
  const strange = new URL(DATABASE_URL)
  strange.password = 'secret'
  const closed = `postgres://desk@127.0.0.1:${await freePort()}/desk`
  const reason = 'Desk did not start: The database of DATABASE_URL cannot be used: '
  for (const [address, cause] of [
    [closed, 'connect ECONNREFUSED'],
    [strange.href, 'password authentication failed']
  ] as const) {
    await failsToStart(t, { PORT: '0', DATABASE_URL: address }, new RegExp(`^${reason}${cause}`))
  }
})

t.test('a start loads no demo into a database that has a user, and names settings of earlier versions', async (t) => {
  const DATABASE_URL = await cloneDatabase(t)
  const { host, pathname } = new URL(DATABASE_URL)
  const earlier = { WORKERS: '2', CACHE_CONTROL_POST: 'no-store', CACHE_CONTROL_REFERENCE: 'no-store' }
  const first = await start(t, server, { PORT: '0', DATABASE_URL, DEMO: 'false' })
  const second = await start(t, server, { PORT: '0', DATABASE_URL: `${DATABASE_URL}?`, DEMO: 'true', ...earlier })
  t.match(first.output(), /^Made user admin with password \S{16}; it is not shown again\.$/m)
  t.notMatch(`${first.output()}${second.output()}`, /Loaded the demo/)
  t.match(await (await fetch(`${second.origin}/resources/Desk/Blog`)).text(), /total="0"/)
  t.same(
    // Without the log: on a busy machine, it may say that the database does not answer.
    second.output().match(/^[^{].*$/gm),
    [
      'WORKERS has no effect any more: run replicas instead (docs/operations.md, Several replicas).',
      'CACHE_CONTROL_POST has no effect any more: caches always ask for the newest version of a post.',
      'CACHE_CONTROL_REFERENCE has no effect any more: caches keep documents without posts for 10 seconds.',
      `Database: postgres://desk@${host}${pathname}`,
      'Drafts and e-mail addresses can be read without a session; ' +
        'set PUBLIC_DRAFTS=false and PUBLIC_PROFILES=false to restrict that.',
      `Desk ${ownVersion()} serves ${second.origin}/resources`
    ],
    'no setting is silently ignored'
  )
  t.notMatch(first.output(), /has no effect/)
})

t.test('an illegal setting is reported before a database is opened', async (t) => {
  const DATA_DIR = await dataDir(t)
  const PROXIES = 'must be IP addresses or networks such as 10.0.0.0/8, separated by commas, or empty'
  const BASE = 'must be an address such as https://live.example, without user name and password, or empty'
  const ENDPOINT = 'must be an address such as https://s3.example, without user name and password, or empty'
  const DATABASE =
    'must be an address such as postgres://user:password@host:5432/desk, in which characters of the password such ' +
    'as / and # are percent-encoded, or empty'
  for (const [name, value, message] of [
    ['HOST', '', 'must be an address or a name of this machine'],
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['STALE_IF_ERROR', '86401', 'must be a whole number from 0 to 86400'],
    ['PUBLIC_DRAFTS', 'no', 'must be true or false'],
    ['BASE_URL', 'desk.example', BASE],
    ['BASE_URL', 'https://desk.example:99999', `${BASE}, not https://desk.example:99999`],
    ['BASE_URL', 'https://desk:password@desk.example', BASE],
    ['METRICS_PORT', '3000', 'must be another port than PORT, 3000'],
    ['SITE_NAME', '', 'must be a line of 1 to 100 characters'],
    ['SITE_LANGUAGE', 'English', 'must be a language tag such as en or pt-BR'],
    ['TRUSTED_PROXIES', 'abc', `${PROXIES}, not "abc"`],
    ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/33', `${PROXIES}, not "10.0.0.0/33"`],
    ['TRUSTED_PROXIES', '10.0.0.0/0,fd00::/129', `${PROXIES}, not "10.0.0.0/0" or "fd00::/129"`],
    ['MODULE', 'my', 'must be a letter and any letters and digits, but not my'],
    ['DATABASE_URL', 'desk', DATABASE],
    ['DATABASE_URL', 'postgres://desk:pass/word@host/desk', DATABASE],
    ['DATABASE_URL', 'postgres://desk:100%@host/desk', DATABASE],
    ['DATA_DIR', '', 'must be the path of a folder'],
    ['CACHE_CONTROL_LIVE', 'max-age=1\n', 'must be a line of printable ASCII characters'],
    ['CACHE_TAGS', 'Vary', 'must be empty, Surrogate-Key, or Cache-Tag'],
    ['EMBED_ORIGINS', 'news', 'must be origins such as https://news.example, separated by commas; or *, or empty'],
    ['FILES_ENDPOINT', 's3', ENDPOINT],
    ['FILES_ENDPOINT', 'https://key:secret@s3.example', ENDPOINT],
    ['FILES_BUCKET', 'A', 'must be small letters, digits, dots and hyphens, or empty'],
    ['FILES_REGION', '', 'must be letters, digits and hyphens'],
    ['ADMIN_PASSWORD', 'eleven char', 'must be empty or a text of 12 to 1000 characters']
  ] as const) {
    t.throws(() => readConfig({ [name]: value }), { message: `${name} ${message}` }, `${name}=${value}`)
  }
  await failsToStart(
    t,
    { DATA_DIR, TRUSTED_PROXIES: 'abc' },
    new RegExp(`^Desk did not start: TRUSTED_PROXIES ${PROXIES}`)
  )
  t.notOk(existsSync(DATA_DIR))
  t.throws(
    () => readConfig({ DEMO: 'perhaps', PORT: 'http' }),
    { message: 'PORT must be a whole number from 0 to 65535; DEMO must be auto, true, or false' },
    'every illegal setting is reported once'
  )
  t.throws(() => readConfig({ BASE_URL: 'http://[', FILES_ENDPOINT: 'https://s3.example', FILES_BUCKET: 'desk' }), {
    message:
      `BASE_URL ${BASE}, not http://[; ` +
      'FILES_KEY_ID and FILES_SECRET must be set too: ' +
      'to store files in a bucket, set all of FILES_ENDPOINT, FILES_BUCKET, FILES_KEY_ID, and FILES_SECRET'
  })
})

t.test('a start with a folder that cannot be created ends, also below /proc', async (t) => {
  const DATA_DIR = '/proc/desk/data'
  const message =
    /^Desk did not start: The database needs a folder, and this account may not write to \/proc\/desk\/data/
  await failsToStart(t, { DATA_DIR, DATABASE_URL: '', PORT: '0' }, message)
})

t.test('addresses, networks and database URLs of every notation are legal settings', async (t) => {
  for (const TRUSTED_PROXIES of ['127.0.0.1', '10.0.0.0/8,fd00::/8', '::1, ::ffff:192.0.2.1']) {
    t.match(readConfig({ TRUSTED_PROXIES }), { TRUSTED_PROXIES })
  }
  for (const DATABASE_URL of [
    'postgres://db/desk',
    'postgresql://u:p%2F@[::1]:5432/desk?sslmode=require',
    'postgres://u@one:1,two:2/desk'
  ]) {
    t.match(readConfig({ DATABASE_URL }), { DATABASE_URL })
  }
})

/** Passes connections on to a database. @returns the address of the database at this host */
const passOn = async (t: Test, host: string, url: string, accept = async (socket: Socket) => socket) => {
  const { hostname, port } = new URL(url)
  const relay = createServer((accepted) => {
    accepted.on('error', () => {})
    void accept(accepted).then((socket) => {
      const database = connect(Number(port), hostname)
      for (const end of [socket, database]) end.on('error', () => {})
      socket.pipe(database).pipe(socket)
      t.teardown(() => database.destroy())
    })
  })
  relay.listen(await freePort(), host)
  await once(relay, 'listening')
  t.teardown(() => relay.close())
  const address = relay.address()
  const atHost = new URL(url)
  atHost.host = `${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' ? address?.port : ''}`
  return atHost.href
}

t.test('a start is refused if two connections have the same session, as behind a pooler of transactions', async (t) => {
  const DATABASE_URL = await cloneDatabase(t)
  const sql = connectTo({ url: DATABASE_URL, max: 1 })
  await sql`create schema pooler`
  await sql`create function pooler.pg_backend_pid() returns integer language sql return 7`
  await sql`alter database ${sql(new URL(DATABASE_URL).pathname.slice(1))} set search_path = pooler, pg_catalog, public`
  await sql.end()
  await failsToStart(t, { DATABASE_URL, PORT: '0' }, /^Desk did not start: .*set pool_mode = session$/m)
})

t.test('DATABASE_URL may have an address of IPv6', { skip: !hasIPv6 }, async (t) => {
  const DATABASE_URL = await passOn(t, '::1', await cloneDatabase(t, 'demo'))
  const { origin, stop } = await serve(t, { DATABASE_URL, DATA_DIR: await dataDir(t) })
  t.equal((await fetch(`${origin}/health/ready`)).status, 200)
  // Before the teardown ends the connections, for which the service would wait.
  await stop()
})

t.test(
  'sslmode=verify-full and verify-ca compare the certificate with the host of DATABASE_URL, also an IP address',
  async (t) => {
    const NODE_EXTRA_CA_CERTS = `${root}/test/support/certificate.pem`
    const certificate = await readFile(NODE_EXTRA_CA_CERTS)
    const encrypted = async (socket: Socket) => {
      await once(socket, 'data')
      socket.write('S')
      return new TLSSocket(socket, { isServer: true, cert: certificate, key: certificate })
    }
    const url = await cloneDatabase(t, 'demo')
    const at = async (host: string, mode = 'verify-full') => `${await passOn(t, host, url, encrypted)}?sslmode=${mode}`
    const DATA_DIR = await dataDir(t)

    const { origin, stop } = await serve(t, { DATABASE_URL: await at('127.0.0.1'), DATA_DIR, NODE_EXTRA_CA_CERTS })
    t.equal((await fetch(`${origin}/health/ready`)).status, 200)
    await stop()
    for (const mode of ['verify-full', 'verify-ca']) {
      const elsewhere = { DATABASE_URL: await at('127.0.0.2', mode), DATA_DIR, PORT: '0', NODE_EXTRA_CA_CERTS }
      await failsToStart(t, elsewhere, /IP: 127\.0\.0\.2 is not in the cert/)
    }
  }
)

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
  const unexpected = lines.filter((line) => /^desk_(http_requests_total|streams)\b/.test(line))
  t.same(unexpected, ['desk_http_requests_total{method="GET",route="/health/live",status="200"} 20', 'desk_streams 0'])
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

const BASE_URL = 'http://desk.example'

t.test('two replicas share a database', { timeout: 240_000 }, async (t) => {
  const DATABASE_URL = await cloneDatabase(t, 'demo')
  const start = async () => {
    const service = await serve(t, { DATABASE_URL, BASE_URL })
    const read = async (path: string) => {
      const { status, headers, body } = await send(service.origin + path)
      return { status, etag: headers.etag, text: `${body}` }
    }
    return { ...service, read }
  }
  const first = await start()
  const second = await start()

  await t.test('both return the same bytes for every kind of document', async (t) => {
    const seen = new Set<string>()
    const shapes = new Map<string, number>()
    const queue = ['/resources']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const [document, same] = await Promise.all([first.read(path), second.read(path)])
      t.same(same, document, path)
      for (const [, href = ''] of document.text.matchAll(/href="([^"]+)"/g)) {
        const next = href.replace(BASE_URL, '').replaceAll('&amp;', '&')
        const shape = next.replace(/\d+/g, '{Id}')
        const count = shapes.get(shape) ?? 0
        if (!next.startsWith('/resources') || seen.has(next) || count > 0) continue
        seen.add(next)
        shapes.set(shape, count + 1)
        queue.push(next)
      }
    }
    t.ok(seen.size > 100, `${seen.size} addresses`)
  })

  await t.test('one goes on when the other ends', async (t) => {
    t.equal((await first.stop()).code, 0)
    t.equal((await second.read('/resources/Desk/Blog/1')).status, 200)
    t.equal((await second.read('/health/ready')).status, 200)
  })
})
