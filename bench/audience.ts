/** Readers of streams in processes beside this one: how long a change takes to the last of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stop } from './processes.ts'
import type { Undo } from './undo.ts'

export interface Audience {
  /**
   * Makes a change, and waits until everybody who reads has it.
   * @param change is given a word that the change must contain
   * @returns milliseconds from when the change was begun until the last reader had it
   */
  hear: (change: (word: string) => Promise<unknown>) => Promise<number>
  /** Closes every stream. */
  leave: () => Promise<void>
}

export interface Seats {
  readonly origin: string
  readonly path: string
  readonly readers: number
  /** How many of the readers never read. */
  readonly stalled: number
  readonly later: (undo: Undo) => void
}

const PATIENCE = 60_000

let words = 0

/** Opens the streams, and waits until all are open. @throws Error when one cannot be opened, here and below when one ends */
export const seat = async ({ origin, path, readers, stalled, later }: Seats): Promise<Audience> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/readers.ts', origin, path, `${readers}`, `${stalled}`], {
    cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['pipe', 'pipe', 'inherit']
  })
  later(() => stop(child))
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => { throw new Error('The readers ended too early.') })
  ended.catch(() => {})
  /** The rest of the next line that begins so. */
  const line = async (begin: string): Promise<string> => Promise.race([ended, new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The readers did not say "${begin}" within ${PATIENCE / 1000} seconds.`)), PATIENCE)
    const look = (text: string) => {
      if (!text.startsWith(begin)) return
      lines.off('line', look)
      clearTimeout(timer)
      resolve(text.slice(begin.length))
    }
    lines.on('line', look)
  })])

  await line('open')
  return {
    hear: async (change) => {
      const word = `change-${++words}-of-${process.pid}.`
      const ready = line(`ready ${word}`)
      child.stdin.write(`${word}\n`)
      await ready
      const had = line(`had ${word} `)
      // One clock for all processes of the machine.
      const begun = process.hrtime.bigint()
      const [at] = await Promise.all([had, change(word)])
      return Number(BigInt(at) - begun) / 1e6
    },
    leave: () => stop(child)
  }
}
