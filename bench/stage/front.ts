/** Starts a server of Debian's packages in front of services. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { send } from '../load/requests.ts'
import { timeUntil } from './drill.ts'
import type { Ending } from './ending.ts'

export interface Front {
  readonly program: string
  readonly args: readonly string[]
  /** Port on which it listens. */
  readonly port: number
  /** The packages that have it, as apt-get expects them. */
  readonly packages: string
}

/**
 * Starts a server, and waits until it answers. Returns its origin.
 * @throws Error if it is not installed, or ends at once; then with its output
 */
export const startFront = async ({ teardown }: Ending, { program, args, port, packages }: Front): Promise<string> => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'exit').catch(() => {
    throw new Error(`${program} is not installed; Debian has it: apt-get install ${packages}`)
  })
  teardown(async () => {
    child.kill()
    await ended
  })
  const origin = `http://127.0.0.1:${port}`
  await Promise.race([timeUntil(async () => (await send(`${origin}/health/live`)).status > 0), ended])
  if (child.exitCode !== null) throw new Error(`${program} has ended: ${output}`)
  return origin
}
