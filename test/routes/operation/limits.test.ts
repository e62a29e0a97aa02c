/** Limits of connections: slow, silent and too many clients are let go. Time-outs are shortened here. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { httpServer, TIME_LIMITS } from '../../../plugins/http-server.ts'
import { build, converse, listen, openStream, portOf, until, wordsOf } from '../../support/index.ts'

const MEBIBYTE = 1024 * 1024

const open = async (t: Pick<Test, 'teardown'>, port: number) => {
  const socket = connect({ port, host: '127.0.0.1' })
  t.teardown(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return socket
}
const textOf = async (socket: Socket) => {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

await t.test('connections', async (t) => {
  const { app } = await build(t)
  const { server } = app
  const port = await listen(app)

  await t.test('the limits are those of docs/operations.md', async (t) => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
    t.same(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
      {
        headersTimeout: 10_000,
        requestTimeout: 300_000,
        keepAliveTimeout: 65_000,
        timeout: 60_000
      }
    )
    t.same(TIME_LIMITS, { body: 30_000, response: 100_000, idle: 60_000 })
  })

  await t.test('headers that do not arrive are given up', async (t) => {
    server.headersTimeout = 500
    t.teardown(() => {
      server.headersTimeout = 10_000
    })
    const [silent, slow] = await Promise.all([open(t, port), open(t, port)])
    slow.write('GET /resources HTTP/1.1\r\nHost: a\r\n')
    for (const answer of await Promise.all([textOf(silent), textOf(slow)])) {
      t.match(answer, /^HTTP\/1\.1 408 [^]*problems\/timeout/)
    }
  })

  await t.test('a client that takes nothing is let go', async (t) => {
    server.timeout = 1000
    t.teardown(() => {
      server.timeout = 60_000
    })
    const accepted = once(server, 'connection')
    const idle = await open(t, port)
    idle.pause()
    const [connection]: Socket[] = await accepted
    if (connection === undefined) throw new Error('no connection')
    // More than the system buffers for a client that does not read.
    idle.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40))
    await once(connection, 'close')
    t.ok(connection.bytesWritten > 0)
  })

  await t.test('one connection too many is closed, and the others work', async (t) => {
    const { maxConnections } = server
    server.maxConnections = 1
    t.teardown(() => {
      server.maxConnections = maxConnections
    })
    const connection = await open(t, port)
    const refused = await open(t, port)
    t.equal(await textOf(refused), '')
    connection.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    t.match(await textOf(connection), /^HTTP\/1\.1 200 /)
  })

  await t.test('address and headers together have 16 KiB', async (t) => {
    for (const [length, status] of [
      [15_000, 200],
      [17_000, 431]
    ] as const) {
      const head = `GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`
      t.equal((await converse(port, head)).status, status, `${length}`)
    }
  })
})

/** Starts a server that answers each request with a document of 64 MiB. @param limit milliseconds for a response */
const largeAnswers = async (t: Test, limit: number) => {
  const document = Buffer.alloc(64 * MEBIBYTE)
  const { serverFactory, answerWith } = httpServer({ maxStreams: 0, limits: { response: limit } })
  answerWith((_request, response) => {
    response.end(document)
    return true
  })
  const server = serverFactory(() => {})
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const ask = async () => {
    const socket = await open(t, portOf(server))
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return socket
  }
  return { server, document, ask }
}

await t.test('a client that takes a response too slowly is let go', async (t) => {
  const { document, ask } = await largeAnswers(t, 1000)
  const began = performance.now()
  const slow = await ask()
  slow.on('readable', () => {})
  const taking = setInterval(() => slow.read(64 * 1024), 10)
  await once(slow, 'close')
  clearInterval(taking)
  t.ok(performance.now() - began >= 990, 'it had its time')
  t.ok(slow.bytesRead > MEBIBYTE, 'it took some')
  t.ok(slow.bytesRead < document.length, 'it did not get the whole')
})

await t.test('a client whose further requests wait is let go sooner', async (t) => {
  const { server, ask } = await largeAnswers(t, 8000)
  await ask()
  const hasty = await ask()
  hasty.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const count = promisify(server.getConnections.bind(server))
  await until(count, (connections) => connections === 1, { limit: 6000 })
})

await t.test('clients that take nothing share a maximum of bytes, long before they are let go', async (t) => {
  const { server, ask } = await largeAnswers(t, 20_000)
  const count = promisify(server.getConnections.bind(server))
  for (let n = 0; n < 7; n++) await ask()
  await sleep(1500)
  t.equal(await count(), 7, 'seven answers have room')
  for (let n = 0; n < 5; n++) await ask()
  await until(count, (connections) => connections < 12, { limit: 10_000 })
  const left = await count()
  t.ok(left >= 7, `${left} connections`)
})

await t.test('streams of one address', async (t) => {
  const { app } = await build(t, { STREAMS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const origin = `http://127.0.0.1:${await listen(app)}`
  const stream = async (client: string) => {
    const { status, headers, close } = await openStream(`${origin}/resources/Desk/Blog/3/Post/Published?stream`, {
      'x-forwarded-for': client
    })
    return { status, wait: headers.get('retry-after'), close }
  }
  const statusesOf = async (...clients: readonly string[]) => {
    const statuses: number[] = []
    for (const client of clients) statuses.push((await stream(client)).status)
    return statuses
  }
  t.same(await statusesOf('8.8.8.8', '8.8.8.8', '8.8.8.8', '8.8.4.4'), [200, 200, 429, 200])
  const shown = await statusesOf('2a00:1:2:3::1', '2a00:1:2:3::2', '2a00:1:2:3:ffff::3', '2a00:1:2:4::1')
  t.same(shown, [200, 200, 429, 200], 'a network of 64 bits counts as one address')
  t.same(await statusesOf('2a01:1:2:3::1'), [200], 'all of the 64 bits')
  const ports = await statusesOf('1.1.1.1:5001', '1.1.1.1:5002', '1.1.1.1:5003', '[2a00:1:2:3::1]:5004')
  t.same(ports, [200, 200, 429, 429], 'the port that a proxy adds makes no other address')
  t.same(await statusesOf('10.1.2.3', '10.1.2.3', '10.1.2.3'), [200, 200, 200], 'a private address may be a proxy')

  const { close } = await stream('9.9.9.9')
  await stream('9.9.9.9')
  t.match(await stream('9.9.9.9'), { status: 429, wait: '60' })
  const url = '/resources/Desk/Blog/3/Post/Published?stream'
  const refused = await app.inject({ url, remoteAddress: '9.9.9.9' })
  t.equal(wordsOf(refused), '429 Your address has its maximum number of open streams; poll instead')
  await close()
  await until(
    () => stream('9.9.9.9'),
    ({ status }) => status !== 429
  )
  t.pass('one that has ended makes room')
})
