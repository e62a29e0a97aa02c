/** Creates folders that appear when they are complete. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Shell } from './shell.ts'

const UNFINISHED = /\.unfinished\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Runs work that fills a folder. The work creates the folder and its files under the name that it gets, which no other
 * run has; the folder then gets its own name. If the work fails, nothing is left but the folders above, which are made
 * as by `mkdir -p`. Only a run that is killed leaves its folder: the next run in the same place says so, and deletes
 * nothing, because a run may still go on there.
 * @param path of the folder
 * @returns the path, resolved
 * @throws Error if there is something at the path, before or after the work, or nothing can be written there; the error
 * of the work
 */
export const inNewFolder = async (
  { stderr }: Shell,
  path: string,
  fill: (unfinished: string) => Promise<void>
): Promise<string> => {
  const folder = resolve(path)
  const requireAbsent = () => {
    if (existsSync(folder)) throw new Error(`${folder} exists already`)
  }
  requireAbsent()
  const parent = dirname(folder)
  // Node's own error says that a folder is missing, also where the disk is read-only.
  try {
    await mkdir(parent, { recursive: true })
    await access(parent, constants.W_OK)
  } catch {
    throw new Error(`Nothing can be created in ${parent}: it is a file, it is read-only, or you may not write to it`)
  }
  for (const name of (await readdir(parent)).filter((each) => UNFINISHED.test(each))) {
    stderr.write(`${join(parent, name)} is of a run that was killed, unless it still goes on: delete it\n`)
  }
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
