/** Addresses of thumbnails in the size that the parameter `thumbSize` requests. */
import { namesOf, thumbnailOf } from '../../plugins/files/names.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'

/** Address of a picture that is part of the service (plugins/content). */
const BUILT_IN = /^content\/([^/]+\.svg)$/

/**
 * Returns an item with the address of its picture in the requested size. Without `thumbSize` in the query, the address
 * stays the same.
 */
const withPictureSize =
  (property: 'Thumbnail' | 'AuthorImage') =>
  <Item extends Row>(item: Item, query: unknown): Item => {
    const { [property]: picture } = item
    return typeof picture === 'string' ? { ...item, [property]: inSize(picture, query) } : item
  }

/** Shows a stored file with its thumbnail in the requested size. */
export const withThumbnailSize = withPictureSize('Thumbnail')
/** Shows a post with the picture of its author in the requested size. */
export const withAuthorImageSize = withPictureSize('AuthorImage')

const inSize = (picture: string, query: unknown): string => {
  const { thumbSize: size } = membersOf(query)
  if (typeof size !== 'string' || !(size in thumbSizes)) return picture
  return namesOf(picture).length > 0 ? thumbnailOf(picture, size) : picture.replace(BUILT_IN, `content/${size}/$1`)
}
