/** Bodies and addresses that are too long, come too late, or hide another request. */
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { build, converse, expectNothingStored, listen, stateOf } from '../../support/index.ts'

const MIB = 1024 * 1024
const path = '/resources/Desk/Blog/3/Post'
const large = {
  'application/json': `{"Content":"${'x'.repeat(5 * MIB)}"}`,
  'application/xml': `<Post><Content>${'x'.repeat(5 * MIB)}</Content></Post>`,
  'application/x-www-form-urlencoded': `Content=${'x'.repeat(5 * MIB)}`
} as const

const inChunks = (body: string) => {
  const size = 64 * 1024
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, n) => body.slice(n * size, (n + 1) * size))
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
}

await t.test('requests that are too large are refused', async (t) => {
  const built = await build(t)
  const { app, sql } = built
  const authorization = await built.tokenOf('bjarki')

  await t.test('a body of 5 MiB is refused', async (t) => {
    for (const [type, payload] of Object.entries(large)) {
      const request = { url: path, headers: { authorization, 'content-type': type }, payload }
      await expectNothingStored(t, built, request, { kind: 'too-large', places: [], about: type })
    }
  })

  await t.test('a body of 1 MiB is accepted, and one more byte is refused', async (t) => {
    for (const [extraBytes, status] of [
      [0, 201],
      [1, 413]
    ] as const) {
      const payload = `{"Content":"x"${' '.repeat(MIB - 15 + extraBytes)}}`
      const headers = { authorization, 'content-type': 'application/json' }
      const { statusCode } = await app.inject({ method: 'POST', url: path, headers, payload })
      t.equal(statusCode, status, `${payload.length} bytes`)
    }
  })

  await t.test('a login may have the longest name and password in escapes, and no more', async (t) => {
    const [name, password] = ['🚪'.repeat(150), '🚪'.repeat(1000)]
    const escaped = (text: string) => text.replaceAll('🚪', '\\ud83d\\udeaa')
    const send = (url: string, type: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' }, payload })
    const json = `{"UserName":"${escaped(name)}","Password":"${escaped(password)}"}`
    const form = new URLSearchParams({ UserName: name, Password: password }).toString()
    for (const [url, type, payload] of [
      ['/resources/Security/Login', 'application/json', json],
      ['/resources/Security/Login', 'application/x-www-form-urlencoded', form],
      ['/login', 'application/x-www-form-urlencoded', form]
    ] as const) {
      t.equal((await send(url, type, payload)).statusCode, 401, `${url}, ${type}`)
      const { statusCode, body } = await send(url, type, payload.padEnd(64 * 1024))
      t.equal(statusCode, 413, `64 KiB at ${url}, ${type}`)
      t.match(body, /The body has more than \d{5} bytes; nothing was stored/)
    }
  })

  const port = await listen(app)

  for (const [about, url, token, status] of [
    ['too large', path, authorization, 413],
    ['without a valid token', path, 'x', 401],
    ['sent to an unknown path', '/resources/Nothing', authorization, 404],
    ['sent to a read-only address', '/resources/Desk/Blog/Live', authorization, 405]
  ] as const) {
    await t.test(`over a socket, a large body that is ${about} is answered ${status}`, async (t) => {
      const before = await stateOf(sql)
      for (const [type, body] of Object.entries(large)) {
        for (const [framing, bytes] of [
          [`Content-Length: ${body.length}`, body],
          ['Transfer-Encoding: chunked', inChunks(body)]
        ] as const) {
          for (const connection of ['Connection: close\r\n', '']) {
            // On a kept connection, a second request closes it, because `converse` reads until the connection ends.
            const next = connection === '' ? 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n' : ''
            const head =
              `POST ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: ${token}\r\nContent-Type: ${type}\r\n` +
              `${connection}${framing}\r\n\r\n`
            const answer = await converse(port, head + bytes + next).catch((error: Error) => ({
              status: error.message,
              head: '',
              body: ''
            }))
            t.equal(answer.status, status, `${type}, ${framing.slice(0, 20)}, ${connection.trim()}`)
            t.match(answer.head, /content-type: application\/problem\+xml/i)
          }
        }
      }
      t.same(await stateOf(sql), before)
    })
  }

  await t.test('over a socket, a client that waits for 100 Continue is refused before it sends the body', async (t) => {
    const request =
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${5 * MIB}\r\nConnection: close\r\n\r\n`
    const { head, body } = await converse(port, request)
    t.match(head + body, /HTTP\/1\.1 413 /)
  })

  await t.test('over a socket, an invalid request is refused with a problem document', async (t) => {
    for (const [about, request, status] of [
      ['headers of 20 KiB', `GET /resources HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20 * 1024)}\r\n\r\n`, 431],
      ['an address of 20 KiB', `GET /resources/${'x'.repeat(20 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
      ['text that is not HTTP', 'hello\r\n\r\n', 400],
      ['a broken header', 'GET /resources HTTP/1.1\r\nHost: a\r\nb ad: x\r\n\r\n', 400],
      [
        'two Content-Length headers',
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
        400
      ],
      ['a Content-Length that is not a number', `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\nxx`, 400]
    ] as const) {
      const answer = await converse(port, request)
      t.equal(answer.status, status, about)
      t.match(answer.head, /content-type: application\/problem\+(xml|json)/i, about)
    }
  })
})

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

const HIDDEN = 'GET /resources/Desk/Blog/1 HTTP/1.1\r\nHost: hidden\r\n\r\n'
const LENGTH = Buffer.byteLength(HIDDEN)

/** Headers that are ambiguous about the length of the body, each with a body. */
const ambiguous: Readonly<Record<string, readonly [headers: string, body: string]>> = {
  'a length and chunks': [`Content-Length: ${LENGTH + 5}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`],
  'chunks and a length': [`Transfer-Encoding: chunked\r\nContent-Length: ${LENGTH + 5}\r\n`, `0\r\n\r\n${HIDDEN}`],
  'two lengths': [`Content-Length: 0\r\nContent-Length: ${LENGTH}\r\n`, HIDDEN],
  'two lengths in one header': [`Content-Length: 0, ${LENGTH}\r\n`, HIDDEN],
  'a signed length': [`Content-Length: +${LENGTH}\r\n`, HIDDEN],
  'a hexadecimal length': [`Content-Length: 0x${LENGTH.toString(16)}\r\n`, HIDDEN],
  'a space before the colon': [`Content-Length : ${LENGTH}\r\n`, HIDDEN],
  'a folded header': [`Transfer-Encoding:\r\n chunked\r\nContent-Length: ${LENGTH}\r\n`, `0\r\n\r\n${HIDDEN}`],
  'an unknown coding': ['Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
  'chunked before another coding': ['Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`],
  'a chunk size that overflows': ['Transfer-Encoding: chunked\r\n', `1${'0'.repeat(17)}\r\n${HIDDEN}`],
  'a chunk size with a sign': ['Transfer-Encoding: chunked\r\n', `-1\r\n${HIDDEN}`],
  'a chunk longer than its size': ['Transfer-Encoding: chunked\r\n', `1\r\n{${HIDDEN}`],
  'a line feed alone after a header': [`X-First: 1\nContent-Length: ${LENGTH}\r\n`, HIDDEN],
  'a null character in a header': [`X-First: a\0b\r\nContent-Length: ${LENGTH}\r\n`, HIDDEN]
}

await t.test('a request with an ambiguous length is refused, and nothing after it is answered', async (t) => {
  const { app } = await build(t)
  const port = await listen(app)
  for (const [about, [headers, body]] of Object.entries(ambiguous)) {
    const answer = await converse(
      port,
      `POST /resources/Security/Login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
    )
    t.equal(answer.status, 400, about)
    t.notMatch(answer.body, /HTTP|<Blog/, `${about}: there is one response only`)
  }
})
