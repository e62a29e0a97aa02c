/** Starts servers in processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Later } from './undo.ts'

/** Folder of this checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Longer than any of the servers needs to start or to stop. */
const PATIENCE = 60_000

/** How to start node: its arguments, working directory and environment. */
export interface Start {
  readonly args: readonly string[]
  readonly directory?: string
  readonly env?: Readonly<Record<string, string>>
  readonly later: Later
}

export interface Started { origin: string, pid: number, stop: () => Promise<void> }

/**
 * Starts a server that writes its address, `http://127.0.0.1:…`, in a line of its output once it listens.
 * @throws Error when it ends or stays silent instead
 */
export const startProcess = async ({ args, directory = root, env = {}, later }: Start): Promise<Started> => {
  const child = spawn(process.execPath, args, {
    cwd: directory, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    await ended
    clearTimeout(timer)
  }
  later(stop)
  const origin = await new Promise<string>((resolve, reject) => {
    const late = () => reject(new Error(`${args.join(' ')} did not start within ${PATIENCE / 1000} seconds.`))
    setTimeout(late, PATIENCE).unref()
    ended.then(() => reject(new Error(`${args.join(' ')} ended before it served.`)), reject)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  return { origin, pid: child.pid ?? 0, stop }
}
