/** Creates folders that appear when they are complete. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Runs work that fills a folder. The work creates the folder and its files under the name that it gets, which no other
 * run has; the folder then gets its own name. If the work fails, nothing is left.
 * @param path of the folder
 * @returns the path, resolved
 * @throws Error if there is something at the path, before or after the work; the error of the work
 */
export const inNewFolder = async (path: string, fill: (unfinished: string) => Promise<void>): Promise<string> => {
  const folder = resolve(path)
  const requireAbsent = () => {
    if (existsSync(folder)) throw new Error(`${folder} exists already`)
  }
  requireAbsent()
  const unfinished = `${folder}.unfinished.${randomUUID()}`
  try {
    await fill(unfinished)
    requireAbsent()
    await rename(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return folder
}
