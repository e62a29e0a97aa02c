/** Starting and stopping: signals, running requests, a second start, a taken port, a wrong setting. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { readConfig } from '../../config.ts'
import { freePort } from '../../db/embedded/index.ts'
import { dataDir, start } from '../support/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = ['node', `${root}/dist/server.js`] as const
const run = promisify(execFile)

t.test('a second start finds the data, and each signal ends service and database', async (t) => {
  const DATA_DIR = await dataDir(t)
  const PORT = `${await freePort()}`
  const base = `http://127.0.0.1:${PORT}`
  const login = async () => {
    const answer = await fetch(`${base}/resources/Security/Login.json`, { method: 'POST', body: new URLSearchParams({ UserName: 'admin', Password: 'once' }) })
    return /"Session":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  }
  const first = await start(t, server, { PORT, DATA_DIR, ADMIN_PASSWORD: 'once' })
  const made = await fetch(`${base}/resources/Desk/Blog/1/Post/Publish`, {
    method: 'POST', headers: { authorization: await login(), 'content-type': 'application/json' }, body: JSON.stringify({ Content: 'kept' })
  })
  t.equal(made.status, 201)
  t.equal((await first.stop('SIGINT')).code, 0)
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`), 'the database has stopped')

  const second = await start(t, server, { PORT, DATA_DIR })
  t.notMatch(second.output(), /password|Loaded/, 'nothing is made twice')
  t.match(await (await fetch(made.headers.get('location') ?? '')).text(), /<Content>kept<\/Content>/)
  const { code, took } = await second.stop('SIGTERM')
  t.equal(code, 0)
  t.ok(took < 10_000, `it took ${took} ms`)
})

t.test('a taken port is said, and the database does not stay behind', async (t) => {
  const PORT = `${await freePort()}`
  await start(t, server, { PORT, DATA_DIR: await dataDir(t) })
  const DATA_DIR = await dataDir(t)
  await t.rejects(run(server[0], [server[1]], { env: { ...process.env, PORT, DATA_DIR } }), { code: 1, stderr: /Desk did not start: listen EADDRINUSE/ })
  t.notOk(existsSync(`${DATA_DIR}/postgresql/data/postmaster.pid`))
})

t.test('a wrong setting is named', async (t) => {
  await t.rejects(run(server[0], [server[1]], { env: { ...process.env, PORT: 'http' } }), { code: 1, stderr: /PORT must be integer/ })
  await t.rejects(run(server[0], [server[1]], { env: { ...process.env, BASE_URL: 'desk.example' } }), { code: 1, stderr: /BASE_URL must match/ })
  t.throws(() => readConfig({ DEMO: 'perhaps', PORT: 'http' }), /PORT must be integer, .*DEMO must be auto, true, or false$/, 'each once, with its choice')
})
