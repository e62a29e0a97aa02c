/** Incoming files: uploads before they are stored, each under a unique name in a folder that is not served. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileAt, orAbsent } from './disk.ts'

/** An uploaded file that has been received completely. */
export interface IncomingFile {
  readonly path: string
  /** Size of the file. */
  readonly bytes: number
  /** SHA-256 of the content, in base64url. */
  readonly digest: string
}

export const incoming = (folder: string) => {
  const newPath = async () => {
    await mkdir(folder, { recursive: true })
    return join(folder, randomUUID())
  }

  return {
    /** Writes a stream to a new file. If that fails, no file is left. */
    async receive(content: Readable): Promise<IncomingFile> {
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

    /**
     * Calls `use` with the path of a temporary file with the bytes. Deletes it afterwards unless `use` has
     * moved it.
     */
    async withTemporaryFile<T>(bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
      const path = await newPath()
      try {
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
