/** Files on the disk: incoming ones, and stored ones unless they are in a bucket. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, chmod, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Store, StoredFile } from './store.ts'

/** An uploaded file that has been received completely. */
export interface IncomingFile {
  readonly path: string
  /** Size of the file. */
  readonly bytes: number
  /** SHA-256 of the content, in base64url. */
  readonly digest: string
}

/** Incoming files: uploads before they are stored, each under a unique name in a folder that is not served. */
export const incoming = (folder: string) => {
  return {
    /** Creates the folder if it is missing. @throws Error if files cannot be written into it */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },

    /**
     * Writes a stream to a new file. If that fails, no file is left. The pipeline begins before anything is awaited,
     * because a stream that fails while nobody listens ends the process.
     */
    async receive(content: Readable): Promise<IncomingFile> {
      const path = join(folder, randomUUID())
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const write = async (chunks: AsyncIterable<Buffer>) => {
        await mkdir(folder, { recursive: true })
        await writeFile(path, counted(chunks), { flag: 'wx' })
      }
      let writing = Promise.resolve()
      try {
        await pipeline(content, (chunks: AsyncIterable<Buffer>) => {
          writing = write(chunks)
          return writing
        })
      } catch (error) {
        // A pipeline that fails does not wait for the file, which may not exist yet.
        await Promise.allSettled([writing])
        await rm(path, { force: true })
        throw error
      }
      return { path, bytes, digest: hash.digest('base64url') }
    },

    /**
     * Calls `use` with the path of a temporary file with the bytes. Deletes it afterwards unless `use` has
     * moved it.
     */
    async withTemporaryFile<T>(bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
      const path = join(folder, randomUUID())
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(path, bytes, { flag: 'wx' })
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Deletes files that were last written before a date: processes that were killed have left them. */
    async sweep(cutoff: Date): Promise<void> {
      const files = await Promise.all(((await orAbsent(readdir(folder))) ?? []).map((name) => fileAt(folder, name)))
      for (const { name, since } of files.flat()) {
        if (since < cutoff) await rm(join(folder, name), { force: true })
      }
    }
  }
}

/**
 * Returns a store in a folder. Several instances of the service can share it.
 * @param folder must exist before `put` is called, on the same file system as the incoming files, which are renamed
 */
export const disk = (folder: string): Store => ({
  async put(path, name) {
    // The umask may hide it: root can import files for a service with another account. Some file systems refuse to take
    // rights away.
    const { mode } = await stat(path)
    await chmod(path, mode | 0o044)
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
const fileAt = async (folder: string, name: string): Promise<StoredFile[]> => {
  const stats = await orAbsent(stat(join(folder, name)))
  return stats?.isFile() === true ? [{ name, since: stats.mtime }] : []
}

/** Flushes a file or a folder to the disk, so that it survives a power failure. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the result of a file operation; undefined if the file does not exist. */
const orAbsent = async <T>(result: Promise<T>): Promise<T | undefined> => {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
