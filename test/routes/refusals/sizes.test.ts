/** Bodies and headers that are too large are refused, over a real socket too, and nothing is stored. */
import t from 'tap'
import { build } from '../../support/app.ts'
import { expectNothingStored, stateOf } from '../state.ts'
import { converse, listen } from '../socket.ts'

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
      await expectNothingStored(
        t,
        built,
        { url: path, headers: { authorization, 'content-type': type }, payload },
        { status: 413, kind: 'too-large', places: [], about: type }
      )
    }
  })

  await t.test('a body of 1 MiB is accepted, and one more byte is refused', async (t) => {
    for (const [extraBytes, status] of [
      [0, 201],
      [1, 413]
    ] as const) {
      const payload = `{"Content":"x"${' '.repeat(MIB - 15 + extraBytes)}}`
      const { statusCode } = await app.inject({
        method: 'POST',
        url: path,
        headers: { authorization, 'content-type': 'application/json' },
        payload
      })
      t.equal(statusCode, status, `${payload.length} bytes`)
    }
  })

  await t.test(
    'a login may consist of the longest name and password in escapes, and is refused beyond that',
    async (t) => {
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
    }
  )

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
