/** The service as its user runs it: `npm start` in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A folder for data, deleted with the test; readable for the account PostgreSQL runs under. */
export const dataDir = async (t: Pick<Test, 'teardown'>): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'desk-service-'))
  t.teardown(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

export interface Running {
  pid: number
  /** Everything printed so far. */
  output: () => string
  /** Waits for the end. @returns exit code */
  ended: () => Promise<number | null>
  /** Sends a signal to the whole process group, as a terminal does, and waits for the end. @returns exit code and milliseconds */
  stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<{ code: number | null; took: number }>
}

/**
 * Starts a command in a process group of its own and waits until it serves.
 * @throws Error with its output when it ends before
 */
export const start = async (
  t: Pick<Test, 'teardown'>,
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>
): Promise<Running> => {
  const [program, ...parameters] = command
  const child = spawn(program, parameters, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const ended = once(child, 'exit')
  const signalAll = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    const began = Date.now()
    signalAll(signal)
    await ended
    return { code: child.exitCode, took: Date.now() - began }
  }
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop('SIGTERM')
  })

  while (!printed.includes('Desk serves ')) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    pid: child.pid ?? 0,
    output: () => printed,
    ended: async () => {
      await ended
      return child.exitCode
    },
    stop
  }
}
