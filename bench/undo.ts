/** Ends everything that a run started: after it, when it fails, and when it is interrupted. */

/** Registers how to end something; the last one registered is ended first. */
export type Later = (undo: () => Promise<unknown>) => void

/** Does the work of this process and ends the process: with 0, or with 1 after an error or an interruption. */
export const undoing = async (work: (later: Later) => Promise<void>): Promise<never> => {
  const undos: (() => Promise<unknown>)[] = []
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      // The listener stays: a second Ctrl-C must not leave a database behind.
      process.on(signal, () => reject(new Error(`Ended by ${signal}.`)))
    }
  })
  let code = 0
  const fail = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    code = 1
  }
  await Promise.race([work((undo) => { undos.push(undo) }), interrupted]).catch(fail)
  for (const undo of undos.toReversed()) await undo().catch(fail)
  process.exit(code)
}
