/** Says whether the disk of the embedded server is full: PostgreSQL then ends, and cannot even write why. */
import { statfsSync } from 'node:fs'

/** Bytes of the file that PostgreSQL needs next for its log of changes. */
const NEEDED = 16 * 1024 * 1024

/** Returns a sentence for the operator, after a space, if a folder has no space for the server; else an empty text. */
export const noteOfFullDisk = (folder: string): string => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < NEEDED ? ` No space is left in ${folder}: make room, then start Desk again.` : ''
  } catch {
    // The folder is gone, or its disk.
    return ''
  }
}
