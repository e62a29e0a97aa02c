/** Small pictures in the size that was asked for. */
import { thumbSizes } from '../schemas/meta-data.ts'

/** Where the service's own pictures lie. */
const OWN = /^content\/([^/]+\.svg)$/

/**
 * A stored file whose small picture has the size that the request asks for, if it asks for one.
 * @param query the request's parameters, `thumbSize` among them
 */
export const sized = <File extends { Thumbnail: string }>(file: File, query: unknown): File => {
  const size: unknown = typeof query === 'object' && query !== null && 'thumbSize' in query ? query.thumbSize : undefined
  return typeof size === 'string' && size in thumbSizes ? { ...file, Thumbnail: file.Thumbnail.replace(OWN, `content/${size}/$1`) } : file
}
