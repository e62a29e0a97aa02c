/** Runs test files in one process, which imports the service once for all of them. */
import tap from 'tap'
import { use } from './tap.ts'

/** A file that takes longer fails, and the next one is run. */
const PATIENCE = 400_000

/** @param files absolute addresses by the names to report them under */
export const runTogether = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, address] of Object.entries(files)) {
    const before = process.cpuUsage()
    await tap.test(name, { timeout: PATIENCE }, async (t) => {
      use(t)
      await import(address)
    })
    const { user, system } = process.cpuUsage(before)
    tap.comment(`${name} took ${((user + system) / 1e6).toFixed(2)} s of processor time`)
  }
}
