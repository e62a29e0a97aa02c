/** Runs the service in its own process, like `npm start`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { TEMPORARY } from './server.ts'

/** Returns the path of a data folder. It does not exist yet; the test deletes it at its end. */
export const dataDir = async (t: Pick<Test, 'teardown'>): Promise<string> => {
  const parent = await mkdtemp(join(TEMPORARY, 'desk-service-'))
  t.teardown(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

export interface Running {
  pid: number
  /** Returns the output so far. */
  output: () => string
  /** Waits until the process ends. Returns the exit code. */
  ended: () => Promise<number | null>
  /**
   * Sends a signal to the whole process group, like a terminal, and waits until the process ends.
   * @returns the exit code and the duration in milliseconds
   */
  stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<{ code: number | null; took: number }>
}

/**
 * Starts a command in a new process group, and waits until the service is ready.
 * @throws Error with the output if the process ends before
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
    const startedAt = Date.now()
    signalAll(signal)
    await ended
    return { code: child.exitCode, took: Date.now() - startedAt }
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
