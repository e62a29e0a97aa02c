/** Puts load on one address with wrk, where that is installed: it takes less of the machine than autocannon does. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Load, Measured } from './load.ts'

const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** @throws Error when wrk is not there, or any request failed */
export const measureWithWrk = async ({ origin, asked: { path, headers = {} }, connections, duration }: Load): Promise<Measured> => {
  // It counts whole seconds.
  const args = ['-t1', `-c${connections}`, `-d${Math.ceil(duration)}s`, '--latency', ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])]
  const { stdout } = await promisify(execFile)('wrk', [...args, origin + path])
  const failed = /Socket errors:.*|Non-2xx or 3xx responses:.*/.exec(stdout)
  if (failed !== null) throw new Error(`Requests to ${origin}${path} failed: ${failed[0]}`)
  return { perSecond: Number(found(stdout, /Requests\/sec:\s+([\d.]+)/)[1]), p50: time(stdout, '50%'), p99: time(stdout, '99%'), tool: undefined }
}

const time = (output: string, share: string): number => {
  const [, value, unit = ''] = found(output, new RegExp(`${share}\\s+([\\d.]+)(us|ms|s|m)`))
  return Number(value) * (MILLISECONDS[unit] ?? NaN)
}

const found = (output: string, pattern: RegExp) => {
  const match = pattern.exec(output)
  if (match === null) throw new Error(`wrk said something unexpected:\n${output}`)
  return match
}
