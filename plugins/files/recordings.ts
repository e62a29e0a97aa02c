/** Reads sound and video. They are stored as they came, so one that says where it was recorded is refused. */
import { open } from 'node:fs/promises'
import { parseFile, type IAudioMetadata } from 'music-metadata'
import type { Details } from '../../db/uploads.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import { refusedProperty } from '../faults/refusals.ts'
import { kinds, type Extension } from './kinds.ts'
import { plainText } from './texts.ts'

/**
 * Reads the fields of a recording or a video.
 * @throws HttpError 400 when it is damaged, or says where it was recorded
 */
export const takeRecording = async (path: string, extension: Extension): Promise<Details> => {
  const metadata = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined)
  const { name, type } = kinds[extension]
  if (metadata === undefined || !isPlayable(metadata)) {
    throw refusedProperty('file', `cannot be read as ${name}; it is damaged or cut off`)
  }
  if (hasPlaceTag(metadata) || ((extension === 'mp4' || extension === 'm4a') && (await hasPlaceBox(path)))) {
    throw refusedProperty('file', 'says where it was recorded, and that cannot be taken out here; take it out first')
  }
  return withoutAbsent(type === 'audio' ? soundOf(metadata) : filmOf(metadata))
}

const isPlayable = ({ format: { duration = 0, sampleRate = 0, trackInfo } }: IAudioMetadata) =>
  duration > 0 || sampleRate > 0 || trackInfo.length > 0

type Found = { readonly [Property in keyof Details]: unknown }

const shared = ({ format: { duration, sampleRate, codec, numberOfChannels: channels } }: IAudioMetadata): Found => ({
  Length: duration,
  SampleRate: sampleRate,
  AudioEncoding: codec,
  Channels: channels === undefined ? undefined : (CHANNELS[channels] ?? `${channels} channels`)
})

const CHANNELS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' }

const soundOf = (metadata: IAudioMetadata): Found => {
  const { format, common } = metadata
  return {
    ...shared(metadata),
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

const filmOf = (metadata: IAudioMetadata): Found => {
  const { trackInfo } = metadata.format
  const picture = trackInfo.find(({ audio, codecName }) => audio === undefined && codecName !== undefined)
  return {
    ...shared(metadata),
    Width: picture?.video?.pixelWidth,
    Height: picture?.video?.pixelHeight,
    // The codes of MP4 come in angle brackets.
    VideoEncoding: picture?.codecName?.replace(/^<(.*)>$/, '$1')
  }
}

/** Keeps the values that fit the archive: whole numbers and lines of text. */
const withoutAbsent = (found: Found): Details =>
  Object.fromEntries(
    Object.entries(found).flatMap(([property, value]) => {
      const fitting = typeof value === 'number' ? wholeNumber(value) : plainText(value)
      return fitting === undefined ? [] : [[property, fitting]]
    })
  )

const wholeNumber = (value: number): number | undefined => {
  const whole = Math.round(value)
  return whole >= 0 && whole <= MAX_INTEGER ? whole : undefined
}

const hasPlaceTag = ({ native }: IAudioMetadata): boolean =>
  Object.values(native)
    .flat()
    .some(({ id }) => /location|latitude|longitude|gps|xyz/i.test(id))

/**
 * Whether an MP4 file has a box, a key or a track that holds a place: those of 3GPP, QuickTime, Android, GoPro and XMP.
 * Boxes can be nested in many ways, so this looks for their names everywhere but in the sound and the pictures.
 */
const hasPlaceBox = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    for (let at = 0; at < size;) {
      await file.read(head, 0, 16, at)
      const name = head.toString('latin1', 4, 8)
      const length = lengthOfBox(head) ?? size - at
      if (length < 8) return true
      if (name !== 'mdat' && (await holdsAny(file, at, Math.min(length, size - at)))) return true
      at += length
    }
    return false
  } finally {
    await file.close()
  }
}

/** Undefined for a box that reaches to the end of its file. */
const lengthOfBox = (head: Buffer): number | undefined => {
  const length = head.readUInt32BE(0)
  if (length === 1) return Number(head.readBigUInt64BE(8))
  return length === 0 ? undefined : length
}

const holdsAny = async (file: Awaited<ReturnType<typeof open>>, at: number, length: number): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  return PLACES.some((name) => buffer.includes(name, 0, 'latin1'))
}

/** A compressed header (cmov) cannot be looked into, so it counts too. */
const PLACES = [
  '\u00A9xyz',
  'loci',
  'quicktime.location',
  'gpmd',
  'camm',
  'GPSLatitude',
  'GPSLongitude',
  'cmov'
] as const
