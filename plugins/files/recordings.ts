/**
 * Reads the metadata of sound and video, in the process of recordings-process.ts. The files are stored unchanged, so
 * those with a location are refused.
 */
import { parseFile, type IAudioMetadata } from 'music-metadata'
import type { Details } from '../../db/uploads.ts'
import { MAX_INTEGER } from '../../schemas/language/vocabulary.ts'
import type { Size } from '../../schemas/picture-stages.ts'
import { readBoxes } from './boxes.ts'
import { kinds, plainText, type Extension } from './names.ts'

/** The fields that the archive keeps of a file, or the end of a sentence that refuses the file. */
export type Reading = { readonly details: Details } | { readonly refusal: string }

/** Reads the archive's fields of a recording or video from the file. */
export const readingOf = async (path: string, extension: Extension): Promise<Reading> => {
  const metadata = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined)
  const { name, type } = kinds[extension]
  if (metadata === undefined || !isPlayable(metadata)) {
    return { refusal: `cannot be read as ${name}; it is damaged or cut off` }
  }
  if (isStudioFilm(metadata)) return { refusal: 'has an encoding that browsers do not play; save it as MP4' }
  const hasBoxes = extension === 'mp4' || extension === 'm4a'
  const { hasLocation, size } = hasBoxes ? await readBoxes(path) : {}
  if (hasLocationTag(metadata) || hasLocation === true) {
    return { refusal: 'contains the place where it was recorded; remove the place before you upload the file' }
  }
  return { details: validFields(type === 'audio' ? soundFields(metadata) : filmFields(metadata, size)) }
}

const isPlayable = ({ format: { duration = 0, sampleRate = 0, trackInfo } }: IAudioMetadata) =>
  duration > 0 || sampleRate > 0 || trackInfo.length > 0

/** Returns whether a film is in QuickTime, but not encoded as telephones do it: browsers play only those as MP4. */
const isStudioFilm = ({ format: { container = '', trackInfo } }: IAudioMetadata) =>
  container.startsWith('qt') && !trackInfo.some(({ codecName }) => /^<(?:avc|hvc|hev)1>$/.test(codecName ?? ''))

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

/** @param size from the boxes of an MP4 file, of which music-metadata returns none */
const filmFields = (metadata: IAudioMetadata, size: Size | undefined): RawFields => {
  const { trackInfo } = metadata.format
  const picture = trackInfo.find(({ audio, codecName }) => audio === undefined && codecName !== undefined)
  return {
    ...sharedFields(metadata),
    Width: size?.width ?? picture?.video?.pixelWidth,
    Height: size?.height ?? picture?.video?.pixelHeight,
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
