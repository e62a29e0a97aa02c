/**
 * Two thousand slow clients, directly at the service: a third sends its headers a byte a second, a third its body, and
 * a third requests a large document every second and reads nothing. Other clients notice little, and the service closes
 * every slow connection. `npx tsx bench/drills/slow-clients.ts [clients]`
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimReads, claimStored, percentile, statuses } from '../claims.ts'
import { mixedLoad, stopAll } from '../load/load.ts'
import { argument, drill } from '../stage/drill.ts'
import { residentKibibytes } from '../stage/service.ts'

const clients = argument('how many clients', 2_000)
const SECONDS = 150

await drill(async (stage) => {
  const { claim, note, blogs } = stage
  const service = await stage.serve()
  const memory = async () => (await residentKibibytes(service.pid())) / 1024
  const load = mixedLoad(service.origin, stage)
  const { writing, reading, readingUncached } = load
  // Until its cache is warm, the service grows without slow clients, too.
  await sleep(20_000)
  const memoryBefore = await memory()
  const began = performance.now()

  const list = `GET /resources/Desk/Blog/${blogs[0]}/Post/Published.json?X-Filter=* HTTP/1.1\r\nHost: desk\r\n`
  const bodyHeaders = 'Content-Type: application/json\r\nContent-Length: 900'
  const body = `POST /resources/Security/Login HTTP/1.1\r\nHost: desk\r\n${bodyHeaders}\r\n\r\n{`
  const large = 'GET /openapi.json HTTP/1.1\r\nHost: desk\r\n\r\n'
  const kinds = [
    ['headers', list, 'X'],
    ['body', body, ' '],
    ['reading', large, large]
  ] as const
  const open = new Set<Socket>()
  const lasted = new Map<string, number>()
  for (let n = 0; n < clients; n += 1) {
    const [kind, first, rest] = kinds[n % kinds.length] ?? kinds[0]
    const connected = performance.now()
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    open.add(socket)
    socket.write(first)
    if (kind === 'reading') socket.pause()
    else socket.resume()
    const sending = setInterval(() => socket.writableLength < 10_000 && socket.write(rest), 1_000)
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
  await stopAll(load)
  for (const socket of open) socket.destroy()

  for (const [kind, ms] of lasted) note(`slow ${kind}: the last one was cut after ${(ms / 1000).toFixed(0)} s`)
  note(`writers: ${statuses(writing.answers)}`)
  claimReads(stage, 'shared documents', reading)
  claimReads(stage, 'documents in no cache', readingUncached)
  const before = reading.answers.filter(({ at }) => at < began)
  const during = reading.answers.filter(({ at }) => at > began)
  const [usual, meanwhile] = [percentile(0.99, before), percentile(0.99, during)]
  const bar = ['≤', 3, `× of ${usual.toFixed(0)} ms`] as const
  claim('reads of shared documents, p99 to that before', meanwhile / usual, bar)
  claim(`slow clients whose connection is open after ${SECONDS} s`, leftOpen, ['=', 0])
  claim('memory for each slow client', ((memoryMost - memoryBefore) * 1024) / clients, ['≤', 100, 'KiB'])
  await claimStored(stage, stage.postgres.sql, writing)
})
