/** Spreads the writing of documents over the turns of the event loop. */
import type { Server } from 'node:http'

/** Milliseconds of a turn in which documents are written. */
const SHARE = 2

/** Maximum number of turns in a row that are left to new connections. */
const MAX_ACCEPTING = 10

/**
 * Returns a function that waits for a later turn of the event loop if documents have been written in this one for too
 * long. Node accepts only one new connection a turn (libuv 1.45 and later). If an overloaded service wrote all
 * documents that are ready in one turn, a turn would take a tenth of a second, and new clients would wait in vain. As
 * long as each turn brings a new connection, more may be waiting, so documents wait for some turns.
 */
export const turns = (server: Server): (() => Promise<void>) => {
  let [began, accepting] = [0, 0]
  let hasAccepted = false
  server.on('connection', () => {
    hasAccepted = true
  })
  const isUsedUp = () => began > 0 && performance.now() - began > SHARE
  const endTurn = () => {
    accepting = hasAccepted && accepting < MAX_ACCEPTING ? accepting + 1 : 0
    hasAccepted = false
    if (accepting > 0) setImmediate(endTurn)
    else began = 0
  }
  return async () => {
    while (isUsedUp()) await new Promise(setImmediate)
    if (began > 0) return
    began = performance.now()
    setImmediate(endTurn)
  }
}
