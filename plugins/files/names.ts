/** The names of files: of their own, and of the small pictures made from them. */
import { randomBytes } from 'node:crypto'
import { thumbSizes } from '../../schemas/meta-data.ts'
import { isExtension, type Extension } from './kinds.ts'

/** The path of files below the service's base. */
const FOLDER = 'content/files/'

/** A name that nobody can guess, of the newsroom that a tag stands for. */
export const newName = (tag: string, extension: Extension): string =>
  `${tag}${randomBytes(16).toString('base64url')}.${extension}`

/** The name, or the address, of a small picture of a file. */
export const thumbnailOf = (name: string, size: string): string => `${name}.${size}.webp`

export const contentOf = (name: string): string => FOLDER + name

/** The address of the file that a name belongs to, as the archive shows it. */
export const ownerOf = (name: string): string => contentOf(name.replace(THUMBNAIL, ''))

const THUMBNAIL = new RegExp(`\\.(${Object.keys(thumbSizes).join('|')})\\.webp$`)

/** The names of everything that belongs to a file; none for one that came with the service. */
export const namesOf = (content: string): string[] => {
  const name = content.startsWith(FOLDER) ? content.slice(FOLDER.length) : ''
  if (extensionOf(name) === undefined) return []
  return [name, ...Object.keys(thumbSizes).map((size) => thumbnailOf(name, size))]
}

/** The extension of a name that this service may have given; undefined for any other. */
export const extensionOf = (name: string): Extension | undefined => {
  const [, extension = ''] = NAME.exec(name) ?? []
  return isExtension(extension) ? extension : undefined
}

const NAME = /^[\w-]+(?:\.[a-z0-9]+\.[a-z]+)?\.([a-z0-9]+)$/
