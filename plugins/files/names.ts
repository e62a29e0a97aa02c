/** Kinds, names and addresses of stored files and of their copies, and texts that come with a file. */
import { randomBytes } from 'node:crypto'
import { httpErrors } from '@fastify/sensible'
import { toXmlText } from '../../schemas/language/lexical.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'
import {
  pictureAt,
  sharedCopyOf,
  sizeInName,
  stageOf,
  stageWidths,
  type NamedPicture
} from '../../schemas/picture-stages.ts'

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

/** Other extensions that file-type returns: for sound in Ogg, and for QuickTime, of which MP4 is the standard. */
const SYNONYMS: Readonly<Record<string, Extension>> = { oga: 'ogg', opus: 'ogg', mov: 'mp4' }

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

const kindsOf = (type: Kind['type']) =>
  list.format(
    Object.values(kinds)
      .filter((kind) => kind.type === type)
      .map(({ name }) => name)
  )

const ACCEPTED =
  `pictures in ${kindsOf('image')}; sound in ${kindsOf('audio')}; video in ${kindsOf('video')}, ` +
  'and in QuickTime as telephones store it'

/** Path of stored files below the base URL. */
const FOLDER = 'content/files/'

/**
 * Returns a new name that cannot be guessed.
 * @param prefix of all names of this installation, because several can share a bucket
 * @param picture the facts about a picture that its name states
 */
export const newName = (prefix: string, extension: Extension, picture?: NamedPicture): string => {
  const size = picture === undefined ? '' : `-${sizeInName(picture)}`
  return `${prefix}${randomBytes(16).toString('base64url')}${size}.${extension}`
}

/** Returns the name of a thumbnail for the name of a file, or its address for the address of a file. */
export const thumbnailOf = (name: string, size: string): string => `${name}.${size}.webp`

/** Returns the address of a file, as the property `Content` of the archive has it. */
export const contentOf = (name: string): string => FOLDER + name

/** Returns the address of the file that a name belongs to, which is its own name or that of a thumbnail or stage. */
export const ownerOf = (name: string): string => contentOf(name.replace(COPY, '$1'))

/** Matches the name of a copy of a picture. The name of the picture itself has one extension. */
const COPY = /^([\w-]+\.[a-z0-9]+)\.[a-z0-9]+\.[a-z]+$/

/** Returns the names of a stored file and of all its copies; an empty list for files that are part of the service. */
export const namesOf = (content: string): string[] => {
  const name = content.startsWith(FOLDER) ? content.slice(FOLDER.length) : ''
  if (mediaOf(name) === undefined) return []
  return [name, ...Object.keys(thumbSizes).map((size) => thumbnailOf(name, size)), ...stagesOf(content, name)]
}

const stagesOf = (content: string, name: string): string[] => {
  const picture = pictureAt(content)
  if (picture === undefined || picture.formats.length === 0) return []
  const stages = picture.formats.flatMap((format) =>
    stageWidths(picture, format).map((width) => stageOf(name, width, format))
  )
  return [...stages, sharedCopyOf(name)]
}

/** Returns the media type of a stored file by its name; undefined if the service does not create such names. */
export const mediaOf = (name: string): string | undefined => {
  const [, extension = ''] = NAME.exec(name) ?? []
  return isExtension(extension) ? kinds[extension].media : undefined
}

const NAME = /^[\w-]+(?:\.[a-z0-9]+\.[a-z0-9]+)?\.([a-z0-9]+)$/

/** Maximum length of a text in the archive, in characters. Longer ones are cut off. */
const MAX_TEXT = 255

/** Returns a value as one line of text; undefined when it is not text or is empty. */
export const plainText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const line = value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
  return line === '' ? undefined : toXmlText(line)
}

/** Returns the name of a file without the folders that some clients send; `file` if there is no name. */
export const fileName = (path: string | undefined): string => plainText(path?.replace(/^.*[/\\]/s, '')) ?? 'file'
