/** Files that are on their way in: each under a name of its own in a folder that nothing is served from. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileAt, orAbsent } from './disk.ts'

/** A file that has arrived whole. */
export interface Arrived {
  readonly path: string
  readonly bytes: number
  /** Digest of its content. */
  readonly digest: string
}

export const incoming = (folder: string) => {
  const newPath = async () => {
    await mkdir(folder, { recursive: true })
    return join(folder, randomUUID())
  }

  return {
    /** Writes what arrives. Nothing is left of what does not arrive whole. */
    async take(content: Readable): Promise<Arrived> {
      const path = await newPath()
      const hash = createHash('sha256')
      let bytes = 0
      try {
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk)
              bytes += chunk.length
              yield chunk
            }
          },
          createWriteStream(path, { flags: 'wx' })
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, bytes, digest: hash.digest('base64url') }
    },

    /** Lends a file of these bytes, and deletes it if it is still there afterwards. */
    async lend<T>(bytes: Buffer, work: (path: string) => Promise<T>): Promise<T> {
      const path = await newPath()
      try {
        await writeFile(path, bytes, { flag: 'wx' })
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Removes files that have lain here since before a moment: a process that ended has left them. */
    async sweep(before: Date): Promise<void> {
      const files = await Promise.all(((await orAbsent(readdir(folder))) ?? []).map((name) => fileAt(folder, name)))
      for (const { name, since } of files.flat()) {
        if (since < before) await rm(join(folder, name), { force: true })
      }
    }
  }
}
