/** Open streams: when they get heartbeats, and when clients that do not read are cut off. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { close, send, subscriberList, whenDrained } from '../../plugins/streams/subscribers.ts'

const server = createServer({ allowHalfOpen: true })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
server.unref()

/** Opens a connection that does not end by itself. Returns its side in the service, and that of the client. */
const connection = async (t: Test): Promise<readonly [Socket, Socket]> => {
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const socket = await accepted
  t.teardown(() => {
    socket.destroy()
    client.destroy()
  })
  return [socket, client]
}

/** More than the buffers of a connection hold. */
const MANY_BYTES = Buffer.alloc(32 * 1024 * 1024)

/** Opens a connection whose client reads nothing, and fills its buffers. */
const fullConnection = async (t: Test): Promise<readonly [Socket, Socket]> => {
  const [socket, client] = await connection(t)
  t.notOk(send({ socket }, MANY_BYTES))
  return [socket, client]
}

mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })

t.test('in each round, each stream whose client reads gets one heartbeat, a fifteenth of them a second', async (t) => {
  const { add, closeAll } = subscriberList()
  const ends: unknown[] = []
  const [full] = await fullConnection(t)
  const idle: Socket[] = []
  for (let count = 0; count < 14; count += 1) idle.push((await connection(t))[0])
  const subscribers = [full, ...idle].map((socket) => add(socket, 'client', (subscriber) => ends.push(subscriber)))
  const beats = () => idle.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) / ':\n\n'.length
  // The first one is full.
  mock.timers.tick(1_999)
  t.equal(beats(), 0)
  mock.timers.tick(1)
  t.equal(beats(), 1)
  mock.timers.tick(14_000)
  t.equal(beats(), 14)
  mock.timers.tick(16_000)
  t.same(new Set(idle.map(({ bytesWritten }) => bytesWritten)), new Set([6]))
  t.equal(full.bytesWritten, MANY_BYTES.length, 'nothing is added to what a client does not read')
  full.destroy()
  await once(full, 'close')
  t.same(ends, [subscribers[0]])
  closeAll('over')
  mock.timers.tick(60_000)
  t.same(new Set(idle.map(({ bytesWritten }) => bytesWritten)), new Set([6 + 'event: close\ndata: over\n\n'.length]))
})

t.test('a client has ten seconds to read what was written, and as long again the next time', async (t) => {
  const [slow] = await fullConnection(t)
  const [fast, client] = await fullConnection(t)
  whenDrained({ socket: slow }, () => t.fail('nothing was read'))
  const drained = new Promise<void>((resolve) => whenDrained({ socket: fast }, resolve))
  mock.timers.tick(9_999)
  t.notOk(slow.destroyed)
  client.resume()
  await drained
  mock.timers.tick(1)
  t.ok(slow.destroyed)
  t.notOk(fast.destroyed)
})

t.test('a client has a second to read the end', async (t) => {
  const [socket, client] = await connection(t)
  close({ socket }, 'blog closed')
  const [bytes] = await once(client, 'data')
  t.equal(String(bytes), 'event: close\ndata: blog closed\n\n')
  mock.timers.tick(999)
  t.notOk(socket.destroyed)
  mock.timers.tick(1)
  t.ok(socket.destroyed)
})
