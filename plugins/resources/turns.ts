/** Lets the event loop accept new connections before documents are written. */
import type { Server } from 'node:http'

/** Maximum number of turns of the event loop for which a document waits. */
const MAX_TURNS = 10

/**
 * Returns a function that waits while each turn of the event loop brings a new connection. Node accepts only one
 * connection a turn (libuv 1.45 and later), so more may be waiting. If an overloaded service wrote all documents that
 * are ready in one turn, a turn would take a tenth of a second, and new clients would wait in vain.
 */
export const turns = (server: Server): (() => Promise<void>) => {
  /** Connections that were accepted in this turn and the one before. */
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
    setImmediate(() => {
      setImmediate(() => {
        accepted -= 1
      })
    })
  })
  const isAccepting = () => accepted > 0
  return async () => {
    for (let turn = 0; turn < MAX_TURNS && isAccepting(); turn += 1) await new Promise(setImmediate)
  }
}
