/** Thousands of streams of one blog: the memory of each, and how long a change takes to reach the last of them. */
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Result } from './report.ts'
import { postBody, publishPath, type Measurement, type Service } from './service.ts'

/** Milliseconds in which a process comes to rest. */
const REST = 2_000
/** Streams that are opened at the same time. */
const AT_ONCE = 100
/** Characters to remember, so that a word that arrives in two pieces is found as well. */
const TAIL = 64

export const streams: Measurement = async ({ desk, against, options }) => {
  const ours = await stream(desk, options.streams, options.rounds)
  const before = against && await stream(against, options.streams, options.rounds)
  const result = (measure: 'kibibytes' | 'milliseconds', name: string, most: number, unit: string): Result => ({
    name: `${name} of ${options.streams.toLocaleString('en-US')} streams`,
    found: { desk: ours[measure], yardstick: [], against: before?.[measure] ?? [] },
    bars: [{ of: 'value', most }],
    unit
  })
  return [
    result('kibibytes', 'memory of each', 60, 'KiB'),
    result('milliseconds', 'one change to the last', 1000, 'ms')
  ]
}

const stream = async (service: Service, count: number, changes: number) => {
  // The first streams load code, which is not part of the memory of each.
  const few = await openReaders(service, AT_ONCE)
  await sleep(REST)
  few.close()
  const before = await residentKibibytes(service.pid)
  const readers = await openReaders(service, count)
  await sleep(REST)
  const milliseconds: number[] = []
  for (let change = 0; change < changes; change++) {
    milliseconds.push(await readers.change(`change-${change}-of-${process.pid}.`))
    await sleep(300)
  }
  const kibibytes = (await residentKibibytes(service.pid) - before) / count
  readers.close()
  return { kibibytes: [kibibytes], milliseconds }
}

/** Opens streams, and waits until all are open. */
const openReaders = async ({ origin, session, blogs: { short } }: Service, count: number) => {
  const { host, hostname, port } = new URL(origin)
  const path = `/resources/Desk/Blog/${short.id}/Post/Published?X-Filter=Id,CId,Content`
  const sockets: Socket[] = []
  let word = ''
  let missing = 0
  let allHave = () => {}

  const open = (): Promise<void> => new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    sockets.push(socket)
    let tail = ''
    let had = ''
    socket.setEncoding('latin1').on('data', (piece) => {
      const text = tail + String(piece)
      tail = text.slice(-TAIL)
      if (text.includes('\r\n\r\n')) resolve() // the end of the answer's head
      if (word === '' || had === word || !text.includes(word)) return
      had = word
      missing -= 1
      if (missing === 0) allHave()
    })
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`)
  })

  while (sockets.length < count) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, open))
  }
  return {
    /** Publishes a post with a word in it. Returns the milliseconds until the last reader has it. */
    change: async (text: string): Promise<number> => {
      word = text
      missing = count
      const finished = new Promise<void>((resolve) => { allHave = resolve })
      const begun = performance.now()
      await ask(origin + publishPath(short.id), { method: 'POST', headers: session, body: postBody(word) })
      await finished
      return performance.now() - begun
    },
    close: () => { for (const socket of sockets) socket.destroy() }
  }
}

/** Resident memory of a process, where Linux tells it. */
export const residentKibibytes = async (pid: number): Promise<number> => {
  const [, kibibytes = NaN] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')) ?? []
  return Number(kibibytes)
}
