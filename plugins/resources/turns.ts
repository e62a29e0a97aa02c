/** Spreads the writing of documents over the turns of the event loop. */

/** Milliseconds of a turn in which documents are written. */
const SHARE = 2

/**
 * Returns a function that waits for the next turn of the event loop if documents have been written in this one for too
 * long. Node accepts only one new connection a turn (libuv 1.45 and later). If an overloaded service wrote all
 * documents that are ready in one turn, a turn would take a tenth of a second, and new clients would wait in vain.
 */
export const turns = (): (() => Promise<void>) => {
  const turn = { began: 0 }
  const isUsedUp = () => turn.began > 0 && performance.now() - turn.began > SHARE
  return async () => {
    while (isUsedUp()) await new Promise(setImmediate)
    if (turn.began > 0) return
    turn.began = performance.now()
    setImmediate(() => {
      turn.began = 0
    })
  }
}
