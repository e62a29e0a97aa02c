/** Ends a run: stops its processes and removes its folders, also after an error or a signal. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of this checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Something that ends, and then calls functions, the last one first: this process, or a test of tap. */
export interface Ending {
  readonly teardown: (end: () => unknown) => void
}

const ends: (() => unknown)[] = []

/** The end of this process. */
export const atEnd: Ending = {
  teardown: (end) => {
    ends.push(end)
  }
}

/** Waits for work to finish or a signal, then ends the process: with exit code 1 after an error or a signal. */
export const finish = async (work: Promise<void>): Promise<never> => {
  const signalled = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      // Not `once`: a second Ctrl-C must not end the process before the databases are stopped.
      process.on(signal, () => reject(new Error(`Interrupted by ${signal}.`)))
    }
  })
  const fail = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
  await Promise.race([work, signalled]).catch(fail)
  // Not a copy of the list: after a signal, the work still runs and may register more functions.
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await Promise.resolve().then(end).catch(fail)
  // Requests of work that failed may still be under way.
  process.exit()
}

/** Creates a folder, and removes it at the end. World-readable: PostgreSQL does not run as root. */
export const temporaryFolder = async ({ teardown }: Ending): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  teardown(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}
