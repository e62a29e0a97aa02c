/**
 * Reads the metadata of sound and video, in the process of recordings-process.ts. The files are stored unchanged, so
 * those with a location are refused.
 */
import { open } from 'node:fs/promises'
import { parseFile, type IAudioMetadata } from 'music-metadata'
import type { Details } from '../../db/uploads.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { kinds, type Extension } from './names.ts'
import { plainText } from './texts.ts'

/** The fields that the archive keeps of a file, or the end of a sentence that refuses the file. */
export type Reading = { readonly details: Details } | { readonly refusal: string }

/** Reads the archive's fields of a recording or video from the file. */
export const readingOf = async (path: string, extension: Extension): Promise<Reading> => {
  const metadata = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined)
  const { name, type } = kinds[extension]
  if (metadata === undefined || !isPlayable(metadata)) {
    return { refusal: `cannot be read as ${name}; it is damaged or cut off` }
  }
  const hasBoxes = extension === 'mp4' || extension === 'm4a'
  if (hasLocationTag(metadata) || (hasBoxes && (await hasLocationBox(path)))) {
    return { refusal: 'contains the place where it was recorded; remove the place before you upload the file' }
  }
  return { details: validFields(type === 'audio' ? soundFields(metadata) : filmFields(metadata)) }
}

const isPlayable = ({ format: { duration = 0, sampleRate = 0, trackInfo } }: IAudioMetadata) =>
  duration > 0 || sampleRate > 0 || trackInfo.length > 0

/** Fields of the archive with values as they are in the file, not yet checked. */
type RawFields = { readonly [Property in keyof Details]: unknown }

const sharedFields = ({
  format: { duration, sampleRate, codec, numberOfChannels: channels }
}: IAudioMetadata): RawFields => ({
  Length: duration,
  SampleRate: sampleRate,
  AudioEncoding: codec,
  Channels: channels === undefined ? undefined : (CHANNELS[channels] ?? `${channels} channels`)
})

const CHANNELS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' }

const soundFields = (metadata: IAudioMetadata): RawFields => {
  const { format, common } = metadata
  return {
    ...sharedFields(metadata),
    AudioBitrate: format.bitrate,
    Track: common.track.no,
    Tcmp: common.compilation && 1,
    Year: common.year,
    Disk: common.disk.no,
    Tbpm: common.bpm,
    Title: common.title,
    Artist: common.artist,
    Album: common.album,
    Genre: common.genre?.join(', '),
    AlbumArtist: common.albumartist,
    Composer: common.composer?.join(', ')
  }
}

const filmFields = (metadata: IAudioMetadata): RawFields => {
  const { trackInfo } = metadata.format
  const picture = trackInfo.find(({ audio, codecName }) => audio === undefined && codecName !== undefined)
  return {
    ...sharedFields(metadata),
    Width: picture?.video?.pixelWidth,
    Height: picture?.video?.pixelHeight,
    // music-metadata returns the codec names of MP4 in angle brackets.
    VideoEncoding: picture?.codecName?.replace(/^<(.*)>$/, '$1')
  }
}

/** Converts values to the types of the archive, whole numbers and lines of text, and leaves out all others. */
const validFields = (fields: RawFields): Details =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([property, value]) => {
      const valid = typeof value === 'number' ? wholeNumber(value) : plainText(value)
      return valid === undefined ? [] : [[property, valid]]
    })
  )

const wholeNumber = (value: number): number | undefined => {
  const whole = Math.round(value)
  return whole >= 0 && whole <= MAX_INTEGER ? whole : undefined
}

const hasLocationTag = ({ native }: IAudioMetadata): boolean =>
  Object.values(native)
    .flat()
    .some(({ id }) => /location|latitude|longitude|gps|xyz/i.test(id))

/**
 * Returns whether an MP4 file has a box, key or track with a location, as 3GPP, QuickTime, Android, GoPro and
 * XMP define them. Boxes can be nested in many ways, so this searches the whole file for their names, except
 * the media data (mdat).
 */
const hasLocationBox = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    for (let at = 0; at < size;) {
      await file.read(head, 0, 16, at)
      const name = head.toString('latin1', 4, 8)
      const length = lengthOfBox(head) ?? size - at
      // Not a valid box. The rest of the file cannot be searched, so the file is refused.
      if (length < 8) return true
      if (name !== 'mdat' && (await holdsAny(file, at, Math.min(length, size - at)))) return true
      at += length
    }
    return false
  } finally {
    await file.close()
  }
}

/** Returns the length of a box in bytes; undefined for a box that extends to the end of the file. */
const lengthOfBox = (head: Buffer): number | undefined => {
  const length = head.readUInt32BE(0)
  if (length === 1) return Number(head.readBigUInt64BE(8))
  return length === 0 ? undefined : length
}

const holdsAny = async (file: Awaited<ReturnType<typeof open>>, at: number, length: number): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  return LOCATION_NAMES.some((name) => buffer.includes(name, 0, 'latin1'))
}

/** Names of boxes and keys with a location. A compressed header (cmov) cannot be searched, so it counts as one. */
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
