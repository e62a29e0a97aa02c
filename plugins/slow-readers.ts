/** Clients that take too little of what they asked for. Their connections are closed. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MEBIBYTE } from '../schemas/config.ts'

/** Number of checks within the limit, so a connection is closed within two minutes. */
const CHECKS = 20
/** Maximum bytes that wait in all connections for clients to take them. nginx takes answers at once. */
const MAX_WAITING = 512 * MEBIBYTE

/** The last answer of each connection that had to wait for the one before it. */
const heldBack = new WeakMap<Socket, ServerResponse>()

/** Notes that an answer waits in memory until the one before it has left the connection. */
export const holdBack = (socket: Socket, response: ServerResponse): void => {
  heldBack.set(socket, response)
}

/**
 * Returns whether answers to further requests wait until a connection is free. They are in memory, so it must not be a
 * stream for which they wait: that never ends.
 * @param response the answer that is about to take the connection
 */
export const isAwaited = (socket: Socket, response?: ServerResponse): boolean => {
  const last = heldBack.get(socket)
  return last !== undefined && last !== response && last.socket === null
}

/**
 * Closes connections whose client takes too little of a response. Node's own time-out begins again whenever the
 * system accepts a single byte, so a client could hold a response for hours.
 * @param limit milliseconds within which a client must take a document, or each 64 KiB of a file
 */
export const closeSlowReaders = (server: Server, limit: number): void => {
  const sockets = new Set<Socket>()
  /** The bytes that a client with an unfinished write has taken, and when it was first seen to have taken them. */
  const progress = new WeakMap<Socket, { bytesTaken: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const check = () => {
    const now = performance.now()
    for (const socket of sockets) {
      if (socket.writableLength === 0) progress.delete(socket)
      else {
        const bytesTaken = socket.bytesWritten - socket.writableLength
        const before = progress.get(socket)
        if (before?.bytesTaken !== bytesTaken) progress.set(socket, { bytesTaken, since: now })
        // The answers to further requests wait behind this one, where nothing counts their bytes.
        else if (now - before.since >= (isAwaited(socket) ? limit / 4 : limit)) socket.destroy()
      }
    }
    endLargest(sockets)
  }
  const interval = setInterval(check, limit / CHECKS).unref()
  server.once('close', () => clearInterval(interval))
}

/** Ends the connections in which most bytes wait, until all others have room. */
const endLargest = (sockets: ReadonlySet<Socket>) => {
  let bytes = 0
  for (const { writableLength } of sockets) bytes += writableLength
  if (bytes <= MAX_WAITING) return
  for (const socket of [...sockets].sort((one, other) => other.writableLength - one.writableLength)) {
    bytes -= socket.writableLength
    socket.destroy()
    if (bytes <= MAX_WAITING) return
  }
}
