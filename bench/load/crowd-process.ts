/**
 * A process that holds streams as the pages of readers do; crowd.ts starts it. A stream that breaks waits as long as
 * the service has told it to, and then asks for later changes. One that is refused waits as pages do.
 */
import { connect } from 'node:net'
import type { CrowdOrder, CrowdState } from './crowd.ts'

/** Streams that are being opened at the same time. */
const AT_ONCE = 100
/** Milliseconds between the first refusal and the next attempt, and how often they double, as in clients/js/. */
const FIRST_DELAY = 3_000
const DOUBLINGS = 2
/** Milliseconds between two reports to the process that has started this one. */
const REPORT = 100

/** All connections read into it, one after the other: the text is taken before the next one reads. */
const PIECE = Buffer.alloc(64 * 1024)
const HEAD_END = '\r\n\r\n'

interface Reader {
  /** Number of the last change that it has received; 0 before the first. */
  last: number
  /** Milliseconds that it waits before it comes back. */
  retry: number
  refusals: number
  /** The text that it has received after the last whole line. */
  rest: string
}

const run = ({ origins, path, count }: CrowdOrder) => {
  const services = origins.map((origin) => ({ url: new URL(origin), held: 0 }))
  const state: CrowdState = { open: 0, refused: 0, lost: 0, faults: 0, newest: 0, haveNewest: 0, at: 0 }
  const waiting: Reader[] = Array.from({ length: count }, () => ({ last: 0, retry: 0, refusals: 0, rest: '' }))
  let opening = 0

  const takeLine = (reader: Reader, line: string) => {
    if (line.startsWith('retry: ')) reader.retry = Number(line.slice(7))
    if (!line.startsWith('id: ')) return
    const id = Number(line.slice(4))
    // All changes of the blog are publications, so their numbers have no gaps.
    if (reader.last !== 0 && id !== reader.last && id !== reader.last + 1) state.faults += 1
    if (id > state.newest) Object.assign(state, { newest: id, haveNewest: 0 })
    if (id === state.newest && id !== reader.last) {
      state.haveNewest += 1
      state.at = performance.timeOrigin + performance.now()
    }
    reader.last = id
  }
  const take = (reader: Reader, text: string) => {
    const lines = (reader.rest + text).split('\n')
    reader.rest = lines.pop() ?? ''
    for (const line of lines) takeLine(reader, line)
  }

  const comeBack = (reader: Reader, delay: number) => {
    setTimeout(() => {
      waiting.push(reader)
      openWaiting()
    }, delay)
  }
  const refuse = (reader: Reader) => {
    state.refused += 1
    const delay = FIRST_DELAY * 2 ** Math.min(DOUBLINGS, reader.refusals)
    reader.refusals += 1
    comeBack(reader, delay * (0.5 + Math.random()))
  }

  /** Opens a stream of the service that holds the fewest, as nginx does (`least_conn`), or else of the next one. */
  const open = (reader: Reader, others = services.toSorted((a, b) => a.held - b.held)) => {
    const [service, ...rest] = others
    if (service === undefined) {
      opening -= 1
      refuse(reader)
      return
    }
    const { hostname: host, port } = service.url
    let head = ''
    let status: string | undefined
    const callback = (bytes: number) => {
      const text = PIECE.toString('latin1', 0, bytes)
      if (status === '200') {
        take(reader, text)
        return true
      }
      head += text
      const end = head.indexOf(HEAD_END)
      if (end === -1) return true
      status = head.slice(9, 12)
      opening -= 1
      if (status !== '200') {
        socket.destroy()
        return false
      }
      state.open += 1
      reader.refusals = 0
      take(reader, head.slice(end + HEAD_END.length))
      openWaiting()
      return true
    }
    service.held += 1
    const socket = connect({ host, port: Number(port), onread: { buffer: PIECE, callback } })
    const since = reader.last === 0 ? '' : `Last-Event-ID: ${reader.last}\r\n`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${service.url.host}\r\nAccept: text/event-stream\r\n${since}\r\n`)
    socket.on('error', () => {})
    socket.on('close', () => {
      service.held -= 1
      if (status === '200') {
        Object.assign(state, { open: state.open - 1, lost: state.lost + 1 })
        reader.rest = ''
        comeBack(reader, reader.retry)
      } else if (status === undefined) open(reader, rest)
      else refuse(reader)
      openWaiting()
    })
  }
  const openWaiting = () => {
    for (; opening < AT_ONCE; opening += 1) {
      const reader = waiting.shift()
      if (reader === undefined) return
      open(reader)
    }
  }

  setInterval(() => process.send?.(state), REPORT)
  openWaiting()
}

const [, , order = '{}'] = process.argv
run(JSON.parse(order))
