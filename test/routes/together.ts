/** Tests that share a process: to start one costs more than what most of them ask. */
import { readdir } from 'node:fs/promises'

/** Imports every test of a folder, in the order of their names. */
export const importAll = async (folder: URL): Promise<void> => {
  for (const test of (await readdir(folder)).sort()) await import(new URL(test, folder).href)
}
