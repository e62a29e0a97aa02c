/** Addresses of thumbnails in the size that the parameter `thumbSize` requests. */
import { namesOf, thumbnailOf } from '../../plugins/files/names.ts'
import { membersOf } from '../../schemas/language/rows.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'

/** Address of a picture that is part of the service (plugins/content). */
const BUILT_IN = /^content\/([^/]+\.svg)$/

/**
 * Returns a stored file with the address of its thumbnail in the requested size. Without `thumbSize` in the query, the
 * address stays the same.
 */
export const withThumbnailSize = <File extends { Thumbnail: string }>(file: File, query: unknown): File => ({
  ...file,
  Thumbnail: inSize(file.Thumbnail, query)
})

/**
 * Returns a post with the address of its author's picture in the requested size. Without `thumbSize` in the query, the
 * address stays the same.
 */
export const withAuthorImageSize = <Post extends { Id: number; AuthorImage?: string }>(
  post: Post,
  query: unknown
): Post => (post.AuthorImage === undefined ? post : { ...post, AuthorImage: inSize(post.AuthorImage, query) })

const inSize = (picture: string, query: unknown): string => {
  const { thumbSize: size } = membersOf(query)
  if (typeof size !== 'string' || !(size in thumbSizes)) return picture
  return namesOf(picture).length > 0 ? thumbnailOf(picture, size) : picture.replace(BUILT_IN, `content/${size}/$1`)
}
