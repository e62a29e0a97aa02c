/** Names and addresses of stored files and of their copies, and the texts that uploaded files contain. */
import { randomBytes } from 'node:crypto'
import { thumbSizes } from '../../schemas/meta-data.ts'
import {
  pictureAt,
  sharedCopyOf,
  sizeInName,
  stageOf,
  stageWidths,
  type NamedPicture
} from '../../schemas/picture-stages.ts'
import { isExtension, type Extension } from './kinds.ts'
import { toXmlText } from '../../schemas/language/lexical.ts'

/** Path of stored files below the base URL. */
const FOLDER = 'content/files/'

/**
 * Returns a new name that cannot be guessed.
 * @param tag prefix of all names of this installation, because several can share a bucket
 * @param picture what the name says about a picture
 */
export const newName = (tag: string, extension: Extension, picture?: NamedPicture): string => {
  const size = picture === undefined ? '' : `-${sizeInName(picture)}`
  return `${tag}${randomBytes(16).toString('base64url')}${size}.${extension}`
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
  if (extensionOf(name) === undefined) return []
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

/** Returns the extension of a name; undefined if the service does not create such names. */
export const extensionOf = (name: string): Extension | undefined => {
  const [, extension = ''] = NAME.exec(name) ?? []
  return isExtension(extension) ? extension : undefined
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
