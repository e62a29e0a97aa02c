/** A body that does not arrive in time ends its request, whatever the address. Only an upload may take longer. */
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { build } from '../../support/app.ts'
import { listen } from '../socket.ts'

const POST = '/resources/Desk/Blog/3/Post'
const UPLOAD = '/resources/HR/User/1/MetaData/Upload'

/** Requests whose body stops after its first byte, with their answer. */
const requests = [
  ['a post', 'POST', POST, 'application/json', 408],
  ['a login', 'POST', '/resources/Security/Login', 'application/xml', 408],
  ['a login of a browser', 'POST', '/login', 'application/x-www-form-urlencoded', 408],
  ['a body of unknown type', 'POST', POST, 'text/plain', 415],
  ['a post at an address without one', 'POST', '/resources/Nothing', 'application/json', 404],
  ['a body outside the resource tree', 'POST', '/health/live', 'application/json', 405],
  ['a body of a method that has none', 'DELETE', '/resources/Desk/Blog/Live', 'application/json', 405],
  ['a body of a cached document', 'GET', POST, 'application/json', 200],
  ['a body of a stream', 'GET', `${POST}/Published?stream`, 'application/json', 200],
  ['a refused upload', 'POST', `${UPLOAD}/Nothing`, 'multipart/form-data; boundary=x', 404]
] as const

await t.test('a body that does not arrive in time', { timeout: 60_000 }, async (t) => {
  const { app, tokenOf } = await build(t, {}, { timeLimits: { body: 1000 } })
  const port = await listen(app)
  const authorization = await tokenOf('admin')
  const send = (method: string, url: string, type: string, framing: string) => {
    const socket = connect({ port, host: '127.0.0.1' })
    t.teardown(() => {
      socket.destroy()
    })
    const token = method === 'GET' ? '' : `Authorization: ${authorization}\r\n`
    const origin = 'Sec-Fetch-Site: same-origin\r\n'
    const start = framing.startsWith('Content-Length') ? '{' : '1\r\n{\r\n'
    socket.write(
      `${method} ${url} HTTP/1.1\r\nHost: a\r\n${token}${origin}Content-Type: ${type}\r\n${framing}\r\n\r\n${start}`
    )
    return socket
  }
  await app.inject(POST)
  const upload = send('POST', UPLOAD, 'multipart/form-data; boundary=x', 'Content-Length: 100')

  for (const framing of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
    await Promise.all(
      requests.map(async ([about, method, url, type, status]) => {
        const socket = send(method, url, type, framing)
        const answer: Buffer[] = []
        socket.on('data', (chunk: Buffer) => answer.push(chunk))
        socket.on('error', () => {})
        await once(socket, 'close')
        const [line] = Buffer.concat(answer).toString().split('\r\n', 1)
        t.match(line, `HTTP/1.1 ${status} `, `${about} is answered, and its connection closed; ${framing}`)
      })
    )
  }
  t.equal(upload.bytesRead, 0, 'an upload is not answered')
  t.notOk(upload.destroyed, 'and its connection is open')
})

await t.test('the problem says that the body was late, in the format of the request', async (t) => {
  const { app } = await build(t, {}, { timeLimits: { body: 1000 } })
  const socket = connect({ port: await listen(app), host: '127.0.0.1' })
  socket.write(
    'POST /resources/Security/Login.json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      'Content-Length: 100\r\n\r\n{'
  )
  const answer = (await socket.toArray()).join('')
  t.match(answer, /^HTTP\/1\.1 408 [^]*problem\+json[^]*The body did not arrive within 1 seconds; nothing was stored/)
})
