/** Starts servers in separate processes, such as the built service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../db/embedded/index.ts'
import { root, type Ending } from './ending.ts'

type Environment = Readonly<Record<string, string>>

export interface Running {
  /** Address that the server has printed. */
  readonly origin: string
  readonly pid: number
  /** Returns the output so far. */
  readonly output: () => string
  /**
   * Sends a signal to the whole process group, like a terminal, and waits until the process ends.
   * @returns the exit code and the duration in milliseconds
   */
  readonly stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; took: number }>
}

/** The line with the address: the last one that the service prints, or the only one of other servers. */
const READY = /^(?:Desk (?:\S+ )?serves )?(https?:\/\/[^/\s]+)/m

/** Milliseconds after which a process that does not end is killed. */
const PATIENCE = 30_000

/**
 * Starts a command in a new process group, and waits until it prints its address.
 * @throws Error with the output if the process ends before
 */
export const start = async (
  { teardown }: Ending,
  [program, ...parameters]: readonly [string, ...string[]],
  env: Environment = {},
  cwd = root
): Promise<Running> => {
  const child = spawn(program, parameters, {
    cwd,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const signalAll = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, signal)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const startedAt = performance.now()
    signalAll(signal)
    const killing = setTimeout(signalAll, PATIENCE, 'SIGKILL')
    await ended
    clearTimeout(killing)
    return { code: child.exitCode, took: performance.now() - startedAt }
  }
  teardown(() => hasEnded() || stop())

  for (;;) {
    const [, origin] = READY.exec(output) ?? []
    if (origin !== undefined) {
      const { pid = 0 } = child
      return { origin, pid, output: () => output, stop }
    }
    await Promise.race([ended, once(child.stdout, 'data')])
    if (hasEnded()) throw new Error(`"${program} ${parameters.join(' ')}" did not start in ${cwd}: ${output}`)
  }
}

/** A service that can be stopped or killed, and started again on the same port. */
export interface Service extends Pick<Running, 'stop'> {
  readonly origin: string
  readonly pid: () => number
  readonly output: () => string
  readonly start: () => Promise<void>
}

/**
 * Starts the built service on a free port.
 * @param flags options of Node
 */
export const serve = async (end: Ending, settings: Environment, flags: readonly string[] = []): Promise<Service> => {
  const PORT = `${await freePort()}`
  const begin = () =>
    start(end, ['node', ...flags, join(root, 'dist/server.js')], { LOG_LEVEL: 'error', ...settings, PORT })
  let running = await begin()
  return {
    origin: `http://127.0.0.1:${PORT}`,
    pid: () => running.pid,
    output: () => running.output(),
    stop: (signal) => running.stop(signal),
    start: async () => {
      running = await begin()
    }
  }
}

/** Returns the resident memory of a process in KiB. It reads /proc, so it is NaN on other systems than Linux. */
export const residentKibibytes = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1])
}

/** Returns the processor time that a process has used, in seconds. It reads /proc, so it is NaN on other systems. */
export const processorSeconds = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = NaN, system = NaN] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  // /proc counts in hundredths of a second.
  return (user + system) / 100
}
