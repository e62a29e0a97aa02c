/** Sends many requests over few connections, several at a time on each: a client library takes five times as long. */
import { connect } from 'node:net'

/** A response with a Content-Length, as caches send documents. */
export interface PipelinedAnswer {
  readonly status: number
  /** The entity tag with its quotes, or an empty text. */
  readonly etag: string
  /** The content encoding, or an empty text. */
  readonly encoding: string
  /** Valid during the call only: the next response overwrites it. */
  readonly body: Buffer
}

type Take = (answer: PipelinedAnswer) => void

export interface Pipelined {
  /** Sends a GET request. @param headers lines, each with its end */
  readonly get: (path: string, headers: string, take: Take) => void
  /** Returns the number of connections that have broken, each with all of its requests. */
  readonly broken: () => number
}

const HEAD_END = '\r\n\r\n'

/** Opens connections, which take turns. */
export const pipelined = (origin: string, connections: number): Pipelined => {
  const { host, hostname, port } = new URL(origin)
  let broken = 0
  let turn = 0
  const open = () => {
    const waiting: Take[] = []
    let rest = Buffer.alloc(0)
    const callback = (count: number, piece: Uint8Array) => {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, count)
      let text = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      for (;;) {
        const end = text.indexOf(HEAD_END)
        if (end === -1) break
        const head = text.toString('latin1', 0, end)
        const from = end + HEAD_END.length
        const to = from + Number(valueOf(head, 'content-length'))
        if (text.length < to) break
        waiting.shift()?.({
          status: Number(head.slice(9, 12)),
          etag: valueOf(head, 'etag'),
          encoding: valueOf(head, 'content-encoding'),
          body: text.subarray(from, to)
        })
        text = text.subarray(to)
      }
      rest = Buffer.from(text)
      return true
    }
    const onread = { buffer: Buffer.allocUnsafeSlow(64 * 1024), callback }
    const socket = connect({ host: hostname, port: Number(port), onread })
    socket.on('error', () => {})
    socket.on('close', () => {
      broken += 1
    })
    return (request: string, take: Take) => {
      waiting.push(take)
      socket.write(request, 'latin1')
    }
  }
  const all = Array.from({ length: connections }, open)
  return {
    get: (path, headers, take) => {
      turn = (turn + 1) % connections
      all[turn]?.(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`, take)
    },
    broken: () => broken
  }
}

const valueOf = (head: string, name: string): string => {
  const from = head.search(new RegExp(`^${name}: `, 'im'))
  if (from === -1) return ''
  const end = head.indexOf('\r', from)
  return head.slice(from + name.length + 2, end === -1 ? undefined : end)
}
