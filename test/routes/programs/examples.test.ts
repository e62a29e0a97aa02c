/** The programs in docs/examples, while connections break. documentation.test.ts runs them with the service. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { freePort } from '../../../db/embedded/index.ts'
import { headersOf, newSecret } from '../../../moving/webhooks/message.ts'
import { until } from '../../support/index.ts'
import { root } from '../../support/root.ts'
import { site } from '../../support/sites.ts'

const folder = `${root}/docs/examples`
const page = { total: 1, lastCId: 7, PostList: [{ Id: 1, CId: 7, IsPublished: true, Content: 'Still here.' }] }

for (const [file, program, ...parameters] of [
  ['follow.ts', process.execPath, '--import=tsx'],
  ['follow.py', 'python3']
] as const) {
  const skip = spawnSync(program, ['--version']).status !== 0
  t.test(`${file} goes on after half an answer, and after that of a proxy`, { skip }, async (t) => {
    const { origin, requested } = await site(t, (_request, response) => {
      if (requested.length === 1) {
        response.writeHead(200, { 'content-length': 500 }).write('{"total":', () => response.destroy())
      } else if (requested.length === 2) response.end('<h1>Maintenance</h1>')
      else response.end(JSON.stringify(page))
    })
    const child = spawn(program, [...parameters, `${folder}/${file}`, `${origin}/Post`, '3'], { cwd: root })
    const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    t.same([code, printed, errors], [0, 'show 1: Still here.\n', ''])
    t.equal(requested.length, 3)
  })
}

t.test('receive.js goes on after a connection that is lost', async (t) => {
  const [port, secret] = [await freePort(), newSecret()]
  const env = { ...process.env, SECRET: secret }
  const child = spawn(process.execPath, [`${folder}/receive.js`, `${port}`, '1'], { env })
  t.teardown(() => child.kill())
  const printed = text(child.stdout)
  const body = '{"type":"test","timestamp":"2026-11-24T20:30:00.000Z","data":{}}'
  const address = `http://127.0.0.1:${port}/`
  const stranger = { method: 'POST', body }
  await until(
    () => fetch(address, stranger).catch(() => undefined),
    (response) => response?.status === 401
  )
  const socket = connect(port, '127.0.0.1').resume()
  socket.end('POST / HTTP/1.1\r\nHost: desk.example\r\nContent-Length: 100\r\n\r\nhalf')
  await once(socket, 'close')
  const headers = headersOf('msg_1', body, [secret], Math.floor(Date.now() / 1000))
  t.equal((await fetch(address, { ...stranger, headers })).status, 204)
  t.equal(await printed, 'test message\n')
})
