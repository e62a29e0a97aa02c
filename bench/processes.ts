/** Starts servers in child processes and creates temporary folders. Removes all of them at the end of the run. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Folder of this checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const cleanups: (() => unknown)[] = []

/** Registers a function to call at the end of the run. The last one registered is called first. */
export const atEnd = (cleanup: () => unknown): void => {
  cleanups.push(cleanup)
}

/** Waits for work to finish or a signal, then cleans up and exits: with 1 after an error or a signal, else with 0. */
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
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
    await Promise.resolve().then(cleanup).catch(fail)
  }
  // Requests of work that failed may still be under way.
  process.exit()
}

/** Creates a folder that is removed at the end of the run. World-readable: PostgreSQL does not run as root. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

export interface Server {
  readonly origin: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/**
 * Starts a server with Node and waits until it prints its address, `http://127.0.0.1:…`.
 * @param args arguments of Node: the file of the server, with options
 * @throws Error if the server ends before it prints its address
 */
export const startServer = async (args: readonly string[], env = {}, cwd = root): Promise<Server> => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<unknown>((resolve) => child.on('exit', resolve).on('error', resolve))
  const stop = async () => {
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    await ended
  }
  atEnd(stop)
  for await (const line of createInterface({ input: child.stdout })) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (origin !== undefined) return { origin, pid: child.pid ?? 0, stop }
  }
  throw new Error(`"node ${args.join(' ')}" did not start in ${cwd}. Run "npm run build" there first.`)
}
