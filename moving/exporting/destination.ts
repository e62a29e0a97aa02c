/** Destinations of the files of an export: a folder, or a ZIP archive that is sent while it is made. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface Destination {
  /** Writes a file. @param path relative, with slashes, such as `media/a.jpg` */
  readonly add: (path: string, content: Readable) => Promise<void>
}

/** Returns a folder, which is created with its first file. @param signal lets `add` fail */
export const folderAt = (folder: string, signal: AbortSignal): Destination => ({
  add: async (name, content) => {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(content, createWriteStream(file), { signal })
  }
})

/**
 * Returns a ZIP archive and the stream of its bytes. Files are read as fast as the bytes are taken. If nobody takes
 * them any more, `add` fails.
 */
export const newArchive = () => {
  const zip = new ZipFile()
  const bytes = new PassThrough()
  zip.outputStream.pipe(bytes)
  const abandoned = new AbortController()
  bytes.once('close', () => abandoned.abort())
  return {
    bytes,
    add: async (name: string, content: Readable) => {
      zip.addReadStream(addAbortSignal(abandoned.signal, content), name)
      await finished(content)
    },
    /** Call this when all files are written. */
    end: () => zip.end()
  }
}
