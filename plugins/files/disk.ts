/** Files in a folder, which replicas may share. */
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store, StoredFile } from './store.ts'

/** @param folder must be there before a file is put in place, and on the same file system as the files that are */
export const disk = (folder: string): Store => ({
  async keep(path, name) {
    await synced(path)
    await rename(path, join(folder, name))
    await synced(folder)
  },

  async sizeOf(name) {
    const { size } = (await orAbsent(stat(join(folder, name)))) ?? {}
    return size
  },

  read: async (name, { start, end }) => createReadStream(join(folder, name), { start, end }),

  remove: (name) => rm(join(folder, name), { force: true }),

  async list(prefix, after, limit) {
    const names = (await orAbsent(readdir(folder))) ?? []
    const wanted = names
      .filter((name) => name.startsWith(prefix) && name > after)
      .sort()
      .slice(0, limit)
    return (await Promise.all(wanted.map((name) => fileAt(folder, name)))).flat()
  }
})

/** Empty when another process has removed it meanwhile. */
export const fileAt = async (folder: string, name: string): Promise<StoredFile[]> => {
  const found = await orAbsent(stat(join(folder, name)))
  return found?.isFile() === true ? [{ name, since: found.mtime }] : []
}

/** Makes sure that a file or a folder outlasts a power failure. */
const synced = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The result of a look at a file; undefined when there is no such file. */
export const orAbsent = async <T>(looking: Promise<T>): Promise<T | undefined> => {
  try {
    return await looking
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
