/** Runs a command of the built `desk`, and measures it. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from './ending.ts'

/** A command that has ended: its output, its duration in seconds, and the peak of its memory in MiB (VmHWM). */
export interface MeasuredCommand {
  readonly out: string
  readonly seconds: number
  readonly peak: number
}

/** Runs `desk`. @throws Error with its standard error if it fails */
export const measuredDesk = async (
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<MeasuredCommand> => {
  const start = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], { env: { ...process.env, ...env } })
  let peak = 0
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => {
        peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0))
      },
      () => {}
    )
  }, 50)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  clearInterval(timer)
  if (code !== 0) throw new Error(error)
  return { out, seconds: (performance.now() - start) / 1000, peak: peak / 1024 }
}
