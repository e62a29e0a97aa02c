/**
 * Requests to other services: documents that are compressed for clients that do not accept it, names whose servers are
 * silent, and what requests leave behind.
 */
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import dns from 'node:dns/promises'
import { getEventListeners, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { allAddresses, guardedClient } from '../../../plugins/outgoing/index.ts'
import { site } from '../../support/sites.ts'

const MAX_BYTES = 1000
const TEXT = 'A post about the storm'

/** The beginning of a document of gzip, and deflate blocks without content (RFC 1951, section 3.2.4). */
function* blocksWithoutContent() {
  yield gzipSync('').subarray(0, 10)
  for (let count = 0; count < 1000; count += 1) yield Buffer.from([0, 0, 0, 0xff, 0xff])
}

/** A document of gzip of a number of bytes: its file name fills it (RFC 1952, section 2.3). */
const gzipOf = (size: number): Buffer => {
  const bytes = gzipSync(TEXT)
  bytes[3] = 0x08
  return Buffer.concat([
    bytes.subarray(0, 10),
    Buffer.alloc(size - bytes.length - 1, 'x'),
    Buffer.of(0),
    bytes.subarray(10)
  ])
}

const send = (response: ServerResponse, encoding: string, body: Buffer) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(body)

const { origin, requested } = await site(t, ({ url = '' }, response) => {
  if (url === '/gzip') send(response, 'gzip', gzipSync(TEXT))
  else if (url === '/x-gzip') send(response, ' X-GZIP ', gzipSync(TEXT))
  else if (url === '/deflate') send(response, 'deflate', deflateSync(TEXT))
  else if (url === '/br') send(response, 'br', brotliCompressSync(TEXT))
  else if (url === '/identity') send(response, 'identity', Buffer.from(TEXT))
  else if (url.startsWith('/filled')) send(response, 'gzip', gzipOf(Number(url.slice(8))))
  else if (url.startsWith('/zeros')) send(response, 'gzip', gzipSync(Buffer.alloc(Number(url.slice(7)))))
  else if (url.startsWith('/large')) send(response, 'identity', Buffer.alloc(Number(url.slice(7))))
  else if (url === '/bomb') send(response, 'gzip', gzipSync(Buffer.alloc(50_000_000)))
  else if (url === '/cut') send(response, 'gzip', gzipSync(TEXT).subarray(0, -8))
  else if (url === '/plain') send(response, 'gzip', Buffer.from(TEXT))
  else if (url === '/void') {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    Readable.from(blocksWithoutContent()).pipe(response)
  } else if (url.startsWith('/interim')) {
    for (let count = Number(url.slice(9)); count > 0; count -= 1) response.writeProcessing()
    if (url === '/interim/20') response.end(TEXT)
  } else if (url === '/silent') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(TEXT).subarray(0, 9))
  } else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (url === '/old') response.writeHead(302, { location: Buffer.from('/straße').toString('latin1') }).end()
  else response.end(url)
})
const get = guardedClient({ isAllowed: () => true, timeout: 5000, maxBytes: MAX_BYTES, userAgent: 'test' })
const textAt = async (path: string, signal?: AbortSignal) => {
  const response = await get(origin + path, { signal })
  return (await response.bytes()).toString()
}

await t.test('compressed documents are read, within the same limits', async (t) => {
  for (const path of ['/gzip', '/x-gzip', '/deflate', '/br', '/identity']) t.equal(await textAt(path), TEXT, path)
  t.equal(await textAt('/filled/1000'), TEXT)
  t.equal((await textAt('/zeros/1000')).length, 1000)
  t.equal((await textAt('/large/1000')).length, 1000)
  for (const path of ['/filled/1001', '/zeros/1001', '/large/1001', '/bomb', '/void']) {
    await t.rejects(textAt(path), { message: 'leads to a document of more than 1000 bytes' }, path)
  }
  await t.rejects(textAt('/cut'), { code: 'Z_BUF_ERROR' })
  await t.rejects(textAt('/plain'), { code: 'Z_DATA_ERROR' })
})

await t.test('a redirect may lead to an address that is not percent-encoded', async (t) => {
  t.equal(await textAt('/old'), '/stra%C3%9Fe')
  t.ok(requested.includes('/stra%C3%9Fe'))
})

await t.test('a server may send a few interim responses, but no more', async (t) => {
  t.equal(await textAt('/interim/20'), TEXT)
  await t.rejects(textAt('/interim/21'), { message: 'The other service sends interim responses only' })
})

await t.test('requests leave nothing at the signal that ends them', async (t) => {
  const { signal } = new AbortController()
  t.equal(await textAt('/gzip', signal), TEXT)
  ;(await get(`${origin}/br`, { signal })).discard()
  await t.rejects(textAt('/loop', signal), { message: 'leads through more than 5 redirects' })
  await t.rejects(textAt('/bomb', signal))
  await new Promise(setImmediate)
  t.same(getEventListeners(signal, 'abort'), [])
})

await t.test('the signal ends a request, also one that is compressed or has not begun', async (t) => {
  const reason = new Error('no time')
  await t.rejects(textAt('/gzip', AbortSignal.abort(reason)), reason)
  const ending = new AbortController()
  const { bytes } = await get(`${origin}/silent`, { signal: ending.signal })
  setTimeout(() => ending.abort(reason), 50)
  await t.rejects(bytes(), reason)
})

await t.test('a name server that does not answer holds up no other names of the service', async (t) => {
  const socket = createSocket('udp4')
  const asked: unknown[] = []
  socket.on('message', (question) => asked.push(question)).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const [servers, { lookup }] = [dns.getServers(), dns]
  let answer = (_addresses: readonly LookupAddress[]) => {}
  const answered = new Promise<readonly LookupAddress[]>((resolve) => {
    answer = resolve
  })
  t.teardown(async () => {
    // The names that wait are looked up, too: other tests use the same gate.
    answer([])
    await new Promise(setImmediate)
    dns.setServers(servers)
    Object.assign(dns, { lookup })
    socket.close()
  })
  dns.setServers([`127.0.0.1:${socket.address().port}`])
  const looked: string[] = []
  Object.assign(dns, {
    lookup: (name: string) => {
      looked.push(name)
      return answered
    }
  })
  const names = ['one', 'two', 'three'].map((name) => `http://${name}.example/`)
  const limits = { timeout: 500, maxBytes: MAX_BYTES, userAgent: 'test' }
  const toPublic = guardedClient(limits)
  for (const name of names) await t.rejects(toPublic(name), { name: 'TimeoutError' })
  t.ok(asked.length >= names.length)
  t.same(looked, [], 'the threads of the system are left alone')
  const toAll = guardedClient({ ...limits, isAllowed: allAddresses })
  for (const name of names) await t.rejects(toAll(name), { name: 'TimeoutError' })
  t.same(looked, ['one.example'], 'one thread is left for others')
})
