/** Spreads the writing of documents over the turns of the event loop. */

/**
 * Returns a function whose promises resolve one in each turn of the event loop. Node accepts only one new connection a
 * turn (libuv 1.45 and later). If an overloaded service wrote all documents that are ready in one turn, a turn would
 * take a tenth of a second, and new clients would wait until they give up.
 */
export const turns = (): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return last
  }
}
