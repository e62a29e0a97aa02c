/** Stores files in a folder. Several instances of the service can share it. */
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store, StoredFile } from './store.ts'

/** @param folder must exist before `put` is called, on the same file system as the incoming files, which are renamed */
export const disk = (folder: string): Store => ({
  async put(path, name) {
    await sync(path)
    await rename(path, join(folder, name))
    await sync(folder)
  },

  async sizeOf(name) {
    const { size } = (await orAbsent(stat(join(folder, name)))) ?? {}
    return size
  },

  read: async (name, { start, end }) => createReadStream(join(folder, name), { start, end }),

  remove: (name) => rm(join(folder, name), { force: true }),

  async list(prefix, after, limit) {
    const names = (await orAbsent(readdir(folder))) ?? []
    const listedNames = names
      .filter((name) => name.startsWith(prefix) && name > after)
      .sort()
      .slice(0, limit)
    return (await Promise.all(listedNames.map((name) => fileAt(folder, name)))).flat()
  }
})

/** Returns the file with a name; an empty list if the file does not exist, as when another process has deleted it. */
export const fileAt = async (folder: string, name: string): Promise<StoredFile[]> => {
  const stats = await orAbsent(stat(join(folder, name)))
  return stats?.isFile() === true ? [{ name, since: stats.mtime }] : []
}

/** Writes a file or a folder from the system's cache to the disk, so that it survives a power failure. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the result of a file operation; undefined if the file does not exist. */
export const orAbsent = async <T>(result: Promise<T>): Promise<T | undefined> => {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
