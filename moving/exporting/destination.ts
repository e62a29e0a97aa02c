/** Destinations of the files of an export: a new folder, or a ZIP archive that is sent while it is made. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface Destination {
  /** Writes a file. @param path relative, with slashes, such as `media/a.jpg` */
  readonly add: (path: string, content: Readable) => Promise<void>
  /** Call this when all files are written. */
  readonly end: () => Promise<void>
}

/**
 * Returns a folder that appears when everything is written. Until then, its name ends with `.unfinished`.
 * @throws Error if there is something at the path
 */
export const newFolder = (path: string): Destination => {
  const folder = resolve(path)
  const unfinished = `${folder}.unfinished`
  for (const place of [folder, unfinished]) if (existsSync(place)) throw new Error(`${place} exists already`)
  return {
    add: async (name, content) => {
      const file = join(unfinished, name)
      await mkdir(dirname(file), { recursive: true })
      await pipeline(content, createWriteStream(file))
    },
    end: () => rename(unfinished, folder)
  }
}

/**
 * Returns a ZIP archive and the stream of its bytes. Files are read as fast as the bytes are taken. If nobody takes
 * them any more, `add` fails.
 */
export const newArchive = (): Destination & { readonly bytes: Readable } => {
  const zip = new ZipFile()
  const bytes = new PassThrough()
  zip.outputStream.pipe(bytes)
  const abandoned = new AbortController()
  bytes.once('close', () => abandoned.abort())
  return {
    bytes,
    add: async (name, content) => {
      zip.addReadStream(addAbortSignal(abandoned.signal, content), name)
      await finished(content)
    },
    end: async () => zip.end()
  }
}
