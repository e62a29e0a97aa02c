/**
 * Two thousand slow clients, directly at the service: a third sends its headers a byte a second, a third its body, and
 * a third requests a large document every second and reads nothing. Other clients notice little, and the service closes
 * every slow connection. `npx tsx deploy/drills/slow-clients.ts [clients]`
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentKibibytes } from '../../bench/resources.ts'
import { argument } from '../../test/endurance/environment.ts'
import { claimReads, claimStored, percentile, statuses } from './claims.ts'
import { mixedLoad, type Answer } from './load.ts'
import { claim, drill, note, serve } from './stage.ts'

const clients = argument(0, 'how many clients', 2_000)
const SECONDS = 150

await drill(async (stage) => {
  const service = await serve(stage)
  const memory = async () => (await residentKibibytes(service.pid())) / 1024
  const load = mixedLoad(service.origin, stage)
  const { writing, reading, readingUncached } = load
  // Until its cache is warm, the service grows without slow clients, too.
  await sleep(20_000)
  const memoryBefore = await memory()
  const began = performance.now()

  const list = `GET /resources/Desk/Blog/${stage.blogs[0]}/Post/Published.json?X-Filter=* HTTP/1.1\r\nHost: desk\r\n`
  const bodyHeaders = 'Content-Type: application/json\r\nContent-Length: 900'
  const body = `POST /resources/Security/Login HTTP/1.1\r\nHost: desk\r\n${bodyHeaders}\r\n\r\n{`
  const large = 'GET /openapi.json HTTP/1.1\r\nHost: desk\r\n\r\n'
  const kinds = [
    { kind: 'headers', first: list, rest: 'X', every: 1_000 },
    { kind: 'body', first: body, rest: ' ', every: 1_000 },
    { kind: 'reading', first: large, rest: large, every: 1_000 }
  ]
  const open = new Set<Socket>()
  const lasted = new Map<string, number>()
  for (let n = 0; n < clients; n += 1) {
    const { kind, first, rest, every } = kinds[n % kinds.length] ?? { kind: '', first: '', rest: '', every: 0 }
    const connected = performance.now()
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    open.add(socket)
    socket.write(first)
    if (kind === 'reading') socket.pause()
    else socket.resume()
    const sending = setInterval(() => socket.writableLength < 10_000 && socket.write(rest), every)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(sending)
      open.delete(socket)
      lasted.set(kind, Math.max(lasted.get(kind) ?? 0, performance.now() - connected))
    })
    if (n % 50 === 0) await sleep(10)
  }
  let memoryMost = 0
  for (let second = 0; second < SECONDS; second += 1) {
    await sleep(1_000)
    memoryMost = Math.max(memoryMost, await memory())
  }
  const leftOpen = open.size
  await load.stop()
  for (const socket of open) socket.destroy()

  for (const { kind } of kinds) {
    note(`slow ${kind}: the last one was cut after ${((lasted.get(kind) ?? 0) / 1000).toFixed(0)} s`)
  }
  note(`writers: ${statuses(writing.answers)}`)
  claimReads('shared documents', reading)
  claimReads('documents in no cache', readingUncached)
  const p99 = (isWanted: (answer: Answer) => boolean) => percentile(0.99, reading.answers.filter(isWanted))
  const usual = p99(({ at }) => at < began)
  claim('reads of shared documents, p99 to that before', p99(({ at }) => at > began) / usual, [
    '≤',
    3,
    `× of ${usual.toFixed(0)} ms`
  ])
  claim(`slow clients whose connection is open after ${SECONDS} s`, leftOpen, ['=', 0])
  claim('memory for each slow client', ((memoryMost - memoryBefore) * 1024) / clients, ['≤', 100, 'KiB'])
  await claimStored(stage.postgres.sql, writing)
})
