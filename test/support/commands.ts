/** Runs `desk` in the process of a test, which is much faster than in a separate one. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../commands/index.ts'

/**
 * Runs a command line of `desk` with settings and standard input.
 * @returns its exit code, standard output and standard error
 */
export const runDesk = async (
  env: Readonly<Record<string, string>>,
  command: readonly string[],
  { input = '', isTTY = false }: { input?: string | Buffer | AsyncIterable<Buffer>; isTTY?: boolean } = {}
) => {
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY })]
  const pieces = typeof input === 'string' ? [Buffer.from(input)] : Buffer.isBuffer(input) ? [input] : input
  const shell = { env, pid: process.pid, stdin: Readable.from(pieces), stdout, stderr }
  const code = await runCommand(shell, command)
  stdout.end()
  stderr.end()
  return { code, out: await text(stdout), err: await text(stderr) }
}
