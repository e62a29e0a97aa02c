/**
 * Reads the camera and the date in the EXIF data of a picture. Each of thousands of entries can refer to all bytes of
 * the data, so all values of a small file can take gigabytes. This reads only the few that the archive has.
 */
import type { Details } from '../../db/uploads.ts'
import { parseMoment } from '../../schemas/language/lexical.ts'
import { plainText } from './names.ts'

/**
 * Returns the fields of the archive that the EXIF data has. Damaged data counts as absent.
 * @param exif TIFF (Exif 2.3, section 4.6), in JPEG after the letters `Exif` and two zeros
 */
export const cameraOf = (exif: Buffer): Details => {
  try {
    return fieldsIn(exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0))
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

/** Tags of entries. */
const TAGS = { make: 0x010f, model: 0x0110, photo: 0x8769, taken: 0x9003, digitized: 0x9004 } as const

/** @throws RangeError if the data refers to something beyond its end */
const fieldsIn = (tiff: Buffer): Details => {
  const { number, entryOf, textOf } = readerOf(tiff)
  const image = number(4)
  const photo = entryOf(image, TAGS.photo)
  const textOfPhoto = (tag: number) => (photo === undefined ? undefined : textOf(number(photo + 8), tag))
  const takenOn = textOfPhoto(TAGS.taken) ?? textOfPhoto(TAGS.digitized) ?? ''
  const date = parseMoment(takenOn.replace(/^(\d{4}):(\d\d):/, '$1-$2-'))
  const make = textOf(image, TAGS.make)
  const model = textOf(image, TAGS.model)
  return {
    ...(date !== undefined && { CreationDate: date }),
    ...(make !== undefined && { CameraMake: make }),
    ...(model !== undefined && { CameraModel: model })
  }
}

/** Type of a text, and the bytes of one that are read. Names of cameras and dates are shorter. */
const TEXT = 2
const MAX_BYTES = 256

/** Returns functions that read at positions in the data. */
const readerOf = (tiff: Buffer) => {
  const isBigEndian = tiff.toString('latin1', 0, 2) === 'MM'
  const shortNumber = (at: number) => (isBigEndian ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at))
  const number = (at: number) => (isBigEndian ? tiff.readUInt32BE(at) : tiff.readUInt32LE(at))

  /** Returns the position of an entry in a directory: its tag, type, count, and its value or where that is. */
  const entryOf = (directory: number, tag: number): number | undefined => {
    const first = directory + 2
    const end = first + 12 * shortNumber(directory)
    for (let at = first; at < end; at += 12) if (shortNumber(at) === tag) return at
    return undefined
  }

  const textOf = (directory: number, tag: number): string | undefined => {
    const entry = entryOf(directory, tag)
    if (entry === undefined || shortNumber(entry + 2) !== TEXT) return undefined
    const length = number(entry + 4)
    const start = length <= 4 ? entry + 8 : number(entry + 8)
    return plainText(tiff.toString('utf8', start, start + Math.min(length, MAX_BYTES)))
  }
  return { number, entryOf, textOf }
}
