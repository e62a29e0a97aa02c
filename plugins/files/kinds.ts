/** The accepted kinds of files, and how they are recognised by their content. */
import { httpErrors } from '@fastify/sensible'

export interface Kind {
  readonly type: 'image' | 'audio' | 'video'
  /** The name in error texts. */
  readonly name: string
  /** The media type. */
  readonly media: string
}

/** All accepted kinds, by the extension of stored files. */
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

/** Other extensions that file-type returns for sound in Ogg. */
const SYNONYMS: Readonly<Record<string, Extension>> = { oga: 'ogg', opus: 'ogg' }

/**
 * Returns the extension for a file. It depends on the content only, not on the name or media type that the client sent.
 * @throws HttpError 415 if the kind of the file is not accepted
 */
export const recognise = async (path: string): Promise<Extension> => {
  const { fileTypeFromFile } = await import('file-type')
  // file-type throws an error for some files that only begin like a file of a kind that it knows.
  const { ext = '' } = (await fileTypeFromFile(path).catch(() => undefined)) ?? {}
  const extension = SYNONYMS[ext] ?? ext
  if (isExtension(extension)) return extension
  throw httpErrors.unsupportedMediaType(`The content of the file has none of the accepted formats: ${ACCEPTED}`)
}

const list = new Intl.ListFormat('en')

const namesOf = (type: Kind['type']) =>
  list.format(
    Object.values(kinds)
      .filter((kind) => kind.type === type)
      .map(({ name }) => name)
  )

const ACCEPTED = `pictures in ${namesOf('image')}; sound in ${namesOf('audio')}; video in ${namesOf('video')}`
