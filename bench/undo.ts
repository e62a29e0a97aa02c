/** Whatever a run starts is ended again: after it, when it fails, and when it is interrupted. */

/** Ends something that was started. */
export type Undo = () => Promise<unknown>

const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Does the work of a process and ends the process: with 0, with 1 after an error, or as an interrupted one does.
 * @param work is given `later`, which takes what shall be undone at the end, the last one first
 */
export const undoing = async (work: (later: (undo: Undo) => void) => Promise<void>): Promise<never> => {
  const undos: Undo[] = []
  let stopping = false
  const interrupted = new Promise<number>((resolve) => {
    for (const [signal, code] of Object.entries(INTERRUPTIONS)) {
      // Stays: a second Ctrl-C must not leave a database behind.
      process.on(signal, () => {
        stopping = true
        resolve(code)
      })
    }
  })
  // Interrupted work fails, because what it works with is taken away: that is no news.
  const done = work((undo) => { undos.push(undo) })
    .then(() => 0, async (error: unknown) => stopping ? await interrupted : fail(error))
  let code = await Promise.race([done, interrupted])
  for (const undo of undos.toReversed()) await undo().catch((error: unknown) => { code = fail(error) })
  process.exit(code)
}

const fail = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
}
