/**
 * Every answer of PostgreSQL is 0.2 seconds late, and then three seconds late, each for 20 seconds under load.
 * `npx tsx deploy/drills/postgres-slow.ts`
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../../bench/processes.ts'
import { freePort } from '../../db/embedded/index.ts'
import { through } from '../../test/endurance/cutting-proxy.ts'
import { causeFault } from './fault.ts'
import { drill, note, serve } from './stage.ts'

await drill(async (stage) => {
  const { url } = stage.postgres
  let delay = 0
  const port = await freePort()
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, server]) {
      socket.setNoDelay(true).on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server)
    let written = Promise.resolve()
    server.on('data', (piece) => {
      const due = performance.now() + delay
      // The order stays, even when the delay changes.
      written = written.then(async () => {
        await sleep(Math.max(0, due - performance.now()))
        if (client.writable) client.write(piece)
      })
    })
  }).listen(port, '127.0.0.1')
  atEnd(() => proxy.close())
  await once(proxy, 'listening')
  const service = await serve(stage, { DATABASE_URL: through(url, { port }) })
  for (const [late, refuses] of [
    [200, false],
    [3000, true]
  ] as const) {
    note(`${late} ms late`)
    const begin = async () => {
      delay = late
    }
    const end = async () => {
      delay = 0
    }
    await causeFault(stage, service, { begin, end, seconds: 20, refuses })
  }
})
