/**
 * A process that plays open pages which poll; pollers.ts starts it. Each page has its own cursor and its own times, and
 * asks as the client package does (clients/js/src/changes.ts). They share connections, as behind a cache.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { quantile } from '../claims.ts'
import { pipelined } from './pipelined.ts'
import type { PollersOrder, PollersState } from './pollers.ts'

/** Milliseconds between two polls on average: half as many at least, half more at most. */
const INTERVAL = 12_000
/** Polls after which a page requests its own document again, as live pages do. */
const POLLS = 5
/** Milliseconds over which pages spread that request. */
const SPREAD = 4_000
/** Change numbers at an address. */
const BLOCK = 16
/** `Accept-Encoding` of Chromium and Firefox, of Safari, and of others, which one page of a hundred sends. */
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, deflate'] as const
const CONNECTIONS = 50
/** Milliseconds that share a timer. */
const TICK = 20
const TICKS = (2 * INTERVAL + SPREAD) / TICK
/** One poll in this many is timed. */
const SAMPLE = 50
const REPORT = 1_000
/** Number of the newest times that are kept. */
const TIMES = 2_000

/** The change numbers in a document, and its last one. */
interface Changes {
  readonly numbers: readonly number[]
  readonly last: number
}

const run = ({ origin, blog, count, since }: PollersOrder) => {
  const cache = pipelined(origin, CONNECTIONS)
  const cursors = new Int32Array(count).fill(since)
  const polls = new Uint32Array(count)
  const due: number[][] = Array.from({ length: TICKS }, () => [])
  const documents = new Map<string, Changes>()
  let times: number[] = []
  const state = { polls: 0, reads: 0, failures: 0, faults: 0 }
  let tick = 0

  const at = (reader: number, ms: number) => due[(tick + 1 + Math.floor(ms / TICK)) % TICKS]?.push(reader)
  const headersOf = (reader: number) => {
    const share = reader % 100
    return `Accept: */*\r\nAccept-Encoding: ${ENCODINGS[share === 99 ? 2 : share < 75 ? 0 : 1]}\r\n`
  }

  /** Sends a request, and hands over the changes in the answer. A document that is known is not read again. */
  const get = (path: string, headers: string, take: (changes?: Changes) => void) =>
    cache.get(path, headers, ({ status, etag, encoding, body }) => {
      if (status !== 200) {
        state.failures += 1
        return take()
      }
      const changes = documents.get(etag) ?? changesIn(body, encoding)
      documents.set(etag, changes)
      return take(changes)
    })

  const poll = (reader: number) => {
    const cursor = cursors[reader] ?? 0
    const start = cursor - (cursor % BLOCK)
    const bounds = `cId.since=${start}&cId.end=${start + BLOCK}`
    const path = `/resources/Desk/Blog/${blog}/Post/Published.html?X-Filter=*&Accept-Language=en&${bounds}`
    const sentAt = performance.now()
    state.polls += 1
    get(path, headersOf(reader), (changes) => {
      if (state.polls % SAMPLE === 0) times.push(performance.now() - sentAt)
      if (changes !== undefined && changes.last > cursor) {
        // All changes of the blog are publications, so their numbers have no gaps.
        const arrived = changes.numbers.filter((number) => number > cursor).length
        if (arrived !== changes.last - cursor) state.faults += 1
        cursors[reader] = changes.last
        if (changes.last >= start + BLOCK) return poll(reader)
      }
      const done = (polls[reader] = (polls[reader] ?? 0) + 1)
      if (done % POLLS === 0) setTimeout(read, Math.random() * SPREAD, reader)
      return at(reader, INTERVAL * (0.5 + Math.random()))
    })
  }
  const read = (reader: number) => {
    state.reads += 1
    get(`/live/${blog}`, headersOf(reader), () => {})
  }

  const report = () => {
    const newest = cursors.reduce((a, b) => Math.max(a, b), 0)
    const haveNewest = cursors.reduce((sum, cursor) => sum + (cursor === newest ? 1 : 0), 0)
    const [median, p99] = [quantile(0.5, times), quantile(0.99, times)]
    times = times.slice(-TIMES)
    process.send?.({
      ...state,
      failures: state.failures + cache.broken(),
      newest,
      haveNewest,
      median,
      p99
    } satisfies PollersState)
  }

  for (let reader = 0; reader < count; reader += 1) at(reader, INTERVAL * (0.5 + Math.random()))
  const startedAt = performance.now()
  setInterval(() => {
    // A timer that comes late catches up.
    for (; tick < (performance.now() - startedAt) / TICK; tick += 1) {
      const index = tick % TICKS
      const readers = due[index] ?? []
      due[index] = []
      for (const reader of readers) poll(reader)
    }
  }, TICK)
  setInterval(report, REPORT)
}

const changesIn = (bytes: Buffer, encoding: string): Changes => {
  const body = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  const numbers = [...`${body}`.matchAll(/data-c-id="(\d+)"/g)].map(([, number]) => Number(number))
  const last = /class="lastCId"><dt>[^<]*<\/dt><dd>(\d+)/.exec(`${body}`)?.[1]
  return { numbers, last: Number(last ?? Math.max(0, ...numbers)) }
}

const [, , order = '{}'] = process.argv
run(JSON.parse(order))
