/** Start and stop of the service: signals, a second start, a port in use, the demo, and illegal settings. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { readConfig } from '../../config.ts'
import { freePort } from '../../db/embedded/index.ts'
import { cloneDatabase } from '../support/database.ts'
import { root } from '../support/root.ts'
import { start } from '../../bench/stage/service.ts'
import { dataDir } from '../support/stage.ts'

const server = ['node', `${root}/dist/server.js`] as const
const run = promisify(execFile)

/** Checks that the service does not start with these settings. */
const failsToStart = (t: Test, env: Readonly<Record<string, string>>, stderr: RegExp) =>
  t.rejects(run(server[0], [server[1]], { env: { ...process.env, ...env } }), { code: 1, stdout: '', stderr })

t.test('a second start uses the data of the first, and signals stop service and database', async (t) => {
  const DATA_DIR = await dataDir(t)
  const PORT = `${await freePort()}`
  const base = `http://127.0.0.1:${PORT}`
  const login = async () => {
    const answer = await fetch(`${base}/resources/Security/Login.json`, {
      method: 'POST',
      body: new URLSearchParams({ UserName: 'admin', Password: 'once-and-only-once' })
    })
    return /"Session":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  }
  const first = await start(t, server, { PORT, DATA_DIR, ADMIN_PASSWORD: 'once-and-only-once' })
  const inserted = await fetch(`${base}/resources/Desk/Blog/1/Post/Publish`, {
    method: 'POST',
    headers: { authorization: await login(), 'content-type': 'application/json' },
    body: JSON.stringify({ Content: 'Stored by the first start' })
  })
  t.equal(inserted.status, 201)
  t.equal((await first.stop('SIGINT')).code, 0)
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')

  const second = await start(t, server, { PORT, DATA_DIR })
  t.notMatch(second.output(), /password|Loaded/, 'it creates no user and loads no demo')
  t.match(
    await (await fetch(inserted.headers.get('location') ?? '')).text(),
    /<Content>Stored by the first start<\/Content>/
  )
  t.equal((await second.stop('SIGTERM')).code, 0)
})

t.test('a service whose port is in use does not open the database', async (t) => {
  const PORT = `${await freePort()}`
  const portHolder = createServer().listen(Number(PORT), '127.0.0.1')
  t.teardown(() => portHolder.close())
  await once(portHolder, 'listening')
  const DATA_DIR = await dataDir(t)
  await failsToStart(t, { PORT, DATA_DIR }, /^Desk did not start: listen EADDRINUSE/)
  t.notOk(existsSync(DATA_DIR))
})

t.test('a start loads no demo into a database that has a user, and names settings of earlier versions', async (t) => {
  const DATABASE_URL = await cloneDatabase(t)
  const first = await start(t, server, { PORT: '0', DATABASE_URL, DEMO: 'false' })
  const second = await start(t, server, { PORT: '0', DATABASE_URL, DEMO: 'true', WORKERS: '2' })
  t.match(first.output(), /Made user admin/)
  t.notMatch(`${first.output()}${second.output()}`, /Loaded the demo/)
  t.match(await (await fetch(`${second.origin}/resources/Desk/Blog`)).text(), /total="0"/)
  t.match(second.output(), /^WORKERS has no effect any more: run replicas instead/m, 'no setting is silently ignored')
  t.notMatch(first.output(), /has no effect/)
})

t.test('an illegal setting is reported before a database is opened', async (t) => {
  const DATA_DIR = await dataDir(t)
  for (const [name, value, message] of [
    ['PORT', 'http', 'PORT must be integer'],
    ['BASE_URL', 'desk.example', 'BASE_URL must match'],
    ['BASE_URL', 'https://desk.example:99999', 'BASE_URL must be an address such as https://live.example'],
    [
      'TRUSTED_PROXIES',
      'abc',
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas, not "abc"'
    ],
    ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/33', 'TRUSTED_PROXIES must be .*, not "10.0.0.0/33"'],
    ['DATABASE_URL', 'desk', 'DATABASE_URL must be an address such as postgres://user:password@host:5432/desk'],
    ['DATABASE_URL', 'postgres://desk:pass/word@host/desk', 'DATABASE_URL must be an address'],
    ['DATABASE_URL', 'postgres://desk:100%@host/desk', 'DATABASE_URL must be an address'],
    ['CACHE_CONTROL_LIVE', 'max-age=1\n', 'CACHE_CONTROL_LIVE must match'],
    ['STALE_IF_ERROR', '86401', 'STALE_IF_ERROR must be <= 86400'],
    ['ADMIN_PASSWORD', 'eleven char', 'ADMIN_PASSWORD must be empty or a text of 12 to 1000 characters$']
  ] as const) {
    t.throws(() => readConfig({ [name]: value }), new RegExp(`^${message}`), `${name}=${value}`)
  }
  await failsToStart(
    t,
    { DATA_DIR, TRUSTED_PROXIES: 'abc' },
    /^Desk did not start: TRUSTED_PROXIES must be IP addresses/
  )
  t.notOk(existsSync(DATA_DIR))
  t.throws(
    () => readConfig({ DEMO: 'perhaps', PORT: 'http' }),
    /^PORT must be integer, DEMO must be auto, true, or false$/,
    'every illegal setting is reported once'
  )
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
