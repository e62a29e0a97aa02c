/** The kinds of file that are taken, and how a file's content tells its kind. */
import { httpErrors } from '@fastify/sensible'

/** A kind of file. */
export interface Kind {
  readonly type: 'image' | 'audio' | 'video'
  /** Its name in error texts. */
  readonly name: string
  /** Its media type. */
  readonly media: string
}

/** Every kind that is taken, by the extension that files of it have here. */
export const kinds = {
  jpg: { type: 'image', name: 'JPEG', media: 'image/jpeg' },
  png: { type: 'image', name: 'PNG', media: 'image/png' },
  webp: { type: 'image', name: 'WebP', media: 'image/webp' },
  gif: { type: 'image', name: 'GIF', media: 'image/gif' },
  avif: { type: 'image', name: 'AVIF', media: 'image/avif' },
  mp3: { type: 'audio', name: 'MP3', media: 'audio/mpeg' },
  ogg: { type: 'audio', name: 'Ogg', media: 'audio/ogg' },
  wav: { type: 'audio', name: 'WAV', media: 'audio/wav' },
  flac: { type: 'audio', name: 'FLAC', media: 'audio/flac' },
  m4a: { type: 'audio', name: 'M4A', media: 'audio/mp4' },
  mp4: { type: 'video', name: 'MP4', media: 'video/mp4' },
  webm: { type: 'video', name: 'WebM', media: 'video/webm' }
} as const satisfies Readonly<Record<string, Kind>>

export type Extension = keyof typeof kinds
export type PictureExtension = 'jpg' | 'png' | 'webp' | 'gif' | 'avif'

export const isExtension = (text: string): text is Extension => Object.hasOwn(kinds, text)

export const isPicture = (extension: Extension): extension is PictureExtension => kinds[extension].type === 'image'

/** Sound in Ogg goes by other extensions too. */
const SYNONYMS: Readonly<Record<string, Extension>> = { oga: 'ogg', opus: 'ogg' }

/**
 * The extension of a file's kind. Only its content counts, never what its sender says of it.
 * @throws HttpError 415 when it is of no kind that is taken
 */
export const recognise = async (path: string): Promise<Extension> => {
  const { fileTypeFromFile } = await import('file-type')
  // It fails on some files that only begin like one of a kind it knows.
  const { ext = '' } = (await fileTypeFromFile(path).catch(() => undefined)) ?? {}
  const extension = SYNONYMS[ext] ?? ext
  if (isExtension(extension)) return extension
  throw httpErrors.unsupportedMediaType(`The file is none of those that are taken, whatever its name says; ${TAKEN}`)
}

const list = new Intl.ListFormat('en')

const namesOf = (type: Kind['type']) =>
  list.format(
    Object.values(kinds)
      .filter((kind) => kind.type === type)
      .map(({ name }) => name)
  )

const TAKEN = `these are: pictures in ${namesOf('image')}; sound in ${namesOf('audio')}; video in ${namesOf('video')}`
