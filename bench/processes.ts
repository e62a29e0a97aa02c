/** Servers in processes of their own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Undo } from './undo.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Longer than any of them needs to start or to stop. */
const PATIENCE = 30_000

export interface Start {
  /** A module of the project, such as `bench/bare.ts`. */
  module: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  later: (undo: Undo) => void
}

/** A server that serves. */
export interface Started { readonly origin: string, readonly pid: number }

/** Starts a server. @returns the origin of its addresses */
export const startServer = async (start: Start): Promise<string> => (await startProcess(start)).origin

/**
 * Starts a server that says its address, `http://127.0.0.1:…`, in a line of its output once it listens.
 * @throws Error when it ends or stays silent instead
 */
export const startProcess = async ({ module, args = [], env = {}, later }: Start): Promise<Started> => {
  const loader = module.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, module, ...args], {
    cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  later(() => stop(child))
  return await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${module} did not start within ${PATIENCE / 1000} seconds.`)), PATIENCE).unref()
    ended.then(() => reject(new Error(`${module} ended before it served.`)), reject)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, origin] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(line) ?? []
      if (origin !== undefined) resolve({ origin, pid: child.pid ?? 0 })
    })
  })
}

/** Ends a process, if need be by force. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await ended
  clearTimeout(timer)
}
