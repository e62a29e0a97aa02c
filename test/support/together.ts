/** Runs several test files in one process, which imports the service only once. */
import tap from 'tap'
import { use } from './tap.ts'

/** Timeout of a file in milliseconds. After it, the file fails and the next one runs. */
const FILE_TIMEOUT = 400_000

/** Runs test files one after another. `files` has their URLs, by the names to report. */
export const runTogether = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, address] of Object.entries(files)) {
    const startUsage = process.cpuUsage()
    await tap.test(name, { timeout: FILE_TIMEOUT }, async (t) => {
      use(t)
      await import(address)
    })
    const { user, system } = process.cpuUsage(startUsage)
    tap.comment(`${name} took ${((user + system) / 1e6).toFixed(2)} s of processor time`)
  }
}
