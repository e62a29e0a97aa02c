/** Reads the boxes of which files in MP4 and QuickTime consist (ISO/IEC 14496-12). */
import { open, type FileHandle } from 'node:fs/promises'
import type { Size } from '../../schemas/picture-stages.ts'

/**
 * Reads all of a file but its media data (mdat).
 * @returns whether a box, key or track says where the file was recorded, and the size at which players show the film
 */
export const readBoxes = async (path: string) => {
  const file = await open(path)
  try {
    const { size: end } = await file.stat()
    const head = Buffer.alloc(16)
    let size: Size | undefined
    for (let at = 0; at < end;) {
      await file.read(head, 0, 16, at)
      const name = head.toString('latin1', 4, 8)
      const length = lengthOf(head) ?? end - at
      // Not a valid box. The rest of the file cannot be searched, so the file is refused.
      if (length < 8) return { hasLocation: true }
      if (name !== 'mdat') {
        const box = await contentOf(file, at, Math.min(length, end - at))
        if (LOCATION_NAMES.some((each) => box.includes(each, 0, 'latin1'))) return { hasLocation: true }
        size ??= shownSize(box)
      }
      at += length
    }
    return { hasLocation: false, size }
  } finally {
    await file.close()
  }
}

/** Returns the length of a box in bytes; undefined for a box that extends to the end of the file. */
const lengthOf = (head: Buffer): number | undefined => {
  const length = head.readUInt32BE(0)
  if (length === 1) return Number(head.readBigUInt64BE(8))
  return length === 0 ? undefined : length
}

const contentOf = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer
}

/**
 * Names of boxes and keys with a location, as 3GPP, QuickTime, Android, GoPro and XMP define them. Boxes can be nested
 * in many ways, so they are looked for everywhere. A compressed header (cmov) cannot be searched, so it counts as one.
 */
const LOCATION_NAMES = [
  '\u00A9xyz',
  'loci',
  'quicktime.location',
  'gpmd',
  'camm',
  'GPSLatitude',
  'GPSLongitude',
  'cmov'
] as const

/** Bytes of the header of a track (tkhd), with 32 or 64 bits for its times. */
const TRACK_HEADERS = [92, 104]

/**
 * Returns the size of the first track with pictures. The header ends with a matrix of nine numbers, by which telephones
 * turn upright videos, and with width and height, whose lower 16 bits are a fraction.
 */
const shownSize = (box: Buffer): Size | undefined => {
  for (let at = box.indexOf('tkhd', 4); at !== -1; at = box.indexOf('tkhd', at + 4)) {
    const length = box.readUInt32BE(at - 4)
    const end = at - 4 + length
    if (!TRACK_HEADERS.includes(length) || end > box.length) continue
    const [width, height] = [box.readUInt32BE(end - 8) >>> 16, box.readUInt32BE(end - 4) >>> 16]
    const isTurned = box.readUInt32BE(end - 44) === 0
    if (width > 0 && height > 0) return isTurned ? { width: height, height: width } : { width, height }
  }
  return undefined
}
