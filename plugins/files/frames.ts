/** Counts the frames of a WebP, before the library for pictures reads them: it takes quadratic time. */
import { open } from 'node:fs/promises'

/** Bytes that are read at a time. A chunk can consist of its head only. */
const BLOCK = 4096
/** Bytes of the name and the size of a chunk. */
const HEAD = 8
/** Bytes before the first chunk. */
const START = 12

/** Returns the number of frames of a WebP file; 0 if the picture does not move. It is about its chunks only (RIFF). */
export const framesIn = async (path: string): Promise<number> => {
  const file = await open(path)
  try {
    const block = Buffer.alloc(BLOCK)
    let frames = 0
    for (let position = START; ;) {
      const { bytesRead } = await file.read(block, 0, BLOCK, position)
      let at = 0
      while (at + HEAD <= bytesRead) {
        const size = block.readUInt32LE(at + 4)
        if (block.toString('latin1', at, at + 4) === 'ANMF') frames += 1
        at += HEAD + size + (size % 2)
      }
      if (at === 0) return frames
      position += at
    }
  } finally {
    await file.close()
  }
}
