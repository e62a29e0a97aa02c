/**
 * Two thousand slow clients, directly at the service: a third sends its headers a byte a second, a third its body, and
 * a third asks again and again and reads nothing. Others notice nothing. `npx tsx deploy/drills/slow-clients.ts
 * [clients]`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { argument } from '../../test/endurance/environment.ts'
import { claimStored, percentile, readers, shared, statuses, uncached, writers } from './load.ts'
import { claim, drill, note } from './stage.ts'

const clients = argument(0, 'how many clients', 2_000)
const SECONDS = 60

await drill(async ({ serve, postgres, token, blogs }) => {
  const service = await serve()
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid()}/status`, 'utf8'))?.[1]) / 1024
  const writing = writers(service.origin, { token, blogs, count: 8, pause: 20 })
  const reading = readers(service.origin, shared(blogs))
  const readingUncached = readers(service.origin, uncached(blogs), { count: 4 })
  // Until its cache is warm, the service grows without slow clients, too.
  await sleep(20_000)
  const memoryBefore = memory()
  const connections = () => readdirSync(`/proc/${service.pid()}/fd`).length
  const connectionsBefore = connections()

  const list = `GET /resources/Desk/Blog/${blogs[0]}/Post/Published.json?X-Filter=* HTTP/1.1\r\nHost: desk\r\n`
  const bodyHeaders = 'Content-Type: application/json\r\nContent-Length: 900'
  const body = `POST /resources/Security/Login HTTP/1.1\r\nHost: desk\r\n${bodyHeaders}\r\n\r\n{`
  const kinds = [
    { kind: 'headers', first: list, rest: 'X', every: 1_000 },
    { kind: 'body', first: body, rest: ' ', every: 1_000 },
    { kind: 'reading', first: `${list}\r\n`, rest: `${list}\r\n`, every: 100 }
  ]
  const open = new Map<Socket, string>()
  const lasted = new Map<string, number>()
  for (let n = 0; n < clients; n += 1) {
    const { kind, first, rest, every } = kinds[n % kinds.length] ?? { kind: '', first: '', rest: '', every: 0 }
    const began = performance.now()
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    open.set(socket, kind)
    socket.write(first)
    if (kind === 'reading') socket.pause()
    else socket.resume()
    const sending = setInterval(() => socket.writableLength < 10_000 && socket.write(rest), every)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(sending)
      open.delete(socket)
      lasted.set(kind, Math.max(lasted.get(kind) ?? 0, performance.now() - began))
    })
    if (n % 50 === 0) await sleep(10)
  }
  let memoryMost = 0
  for (let second = 0; second < SECONDS; second += 1) {
    await sleep(1_000)
    memoryMost = Math.max(memoryMost, memory())
  }
  const connectionsLeft = connections() - connectionsBefore
  for (const load of [writing, reading, readingUncached]) await load.stop()
  for (const socket of open.keys()) socket.destroy()

  for (const { kind } of kinds) {
    note(`slow ${kind}: the last one was cut after ${((lasted.get(kind) ?? 0) / 1000).toFixed(0)} s`)
  }
  const all = [...reading.answers, ...readingUncached.answers]
  note(`other readers: ${statuses(all)}; writers: ${statuses(writing.answers)}`)
  claim('reads of others that failed', all.filter(({ status }) => status !== 200).length, ['=', 0])
  claim('reads of shared documents, p99', percentile(0.99, reading.answers), ['≤', 250, 'ms'])
  claim(`connections of slow clients after ${SECONDS} s`, connectionsLeft, ['=', 0])
  claim('memory, largest to that before', memoryMost / memoryBefore, ['≤', 1.5, `× of ${memoryBefore.toFixed(0)} MiB`])
  await claimStored(postgres.sql, writing)
})
