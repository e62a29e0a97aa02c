/** Small pictures in the size that was asked for. */
import { namesOf, thumbnailOf } from '../../plugins/files/names.ts'
import { membersOf } from '../../plugins/resources/representation/template.ts'
import { thumbSizes } from '../../schemas/meta-data.ts'

/** Where the service's own pictures lie. */
const OWN = /^content\/([^/]+\.svg)$/

/**
 * A stored file whose small picture has the size that the request asks for, if it asks for one.
 * @param query the request's parameters, `thumbSize` among them
 */
export const sized = <File extends { Thumbnail: string }>(file: File, query: unknown): File => ({
  ...file,
  Thumbnail: inSize(file.Thumbnail, query)
})

/** A post whose author's picture has the size that the request asks for, as with `sized`. */
export const withSizedImage = <Post extends { Id: number; AuthorImage?: string }>(post: Post, query: unknown): Post =>
  post.AuthorImage === undefined ? post : { ...post, AuthorImage: inSize(post.AuthorImage, query) }

const inSize = (picture: string, query: unknown): string => {
  const { thumbSize: size } = membersOf(query)
  if (typeof size !== 'string' || !(size in thumbSizes)) return picture
  return namesOf(picture).length > 0 ? thumbnailOf(picture, size) : picture.replace(OWN, `content/${size}/$1`)
}
