/** Reads the JSON documents of the resource tree: lists, and properties of their items. */
import { isObject, membersOf, type Row } from '../../../schemas/language/rows.ts'
import type { StoredPicture } from './writing.ts'

/** Returns the items of a list. @param name of the list, such as `PostList` */
export const itemsIn = (document: Row, name: string): readonly Row[] => {
  const { [name]: items } = document
  return Array.isArray(items) ? items.filter(isObject) : []
}

/** Returns a property that is a number; undefined for other values. A link gives the number that it holds. */
export const numberIn = (document: Row, name: string): number | undefined => {
  const { [name]: value } = document
  const number = isObject(value) ? value.Id : value
  return typeof number === 'number' ? number : undefined
}

/** Returns the id of an item; 0 if it has none. */
export const idOf = (item: Row): number => numberIn(item, 'Id') ?? 0

/** Returns a property that is a text; empty for other values. A link gives the key that it holds. */
export const textIn = (document: Row, name: string): string => {
  const { [name]: value } = document
  if (typeof value === 'string') return value
  const { Key, Name } = membersOf(value)
  return typeof Key === 'string' ? Key : typeof Name === 'string' ? Name : ''
}

/** Returns a property that is a moment; undefined for other values. */
export const momentIn = (document: Row, name: string): Date | undefined => {
  const text = textIn(document, name)
  return text === '' ? undefined : new Date(text)
}

/** Returns the properties of a blog that can change while its page is open. */
export const headIn = ({ Title, IsLive, ClosedOn, Version }: Row) => ({
  Title: String(Title),
  IsLive: IsLive === true,
  IsClosed: ClosedOn !== undefined,
  version: Number(Version)
})

/** Returns the pictures in a list of the archive. */
export const picturesIn = (list: Row): readonly StoredPicture[] =>
  itemsIn(list, 'ImageDataList').flatMap((item) => {
    const [id, width, height] = ['Id', 'Width', 'Height'].map((name) => numberIn(item, name))
    const { href: address } = membersOf(item.Content)
    const { href: thumbnail = address } = membersOf(item.Thumbnail)
    if (id === undefined || typeof address !== 'string' || typeof thumbnail !== 'string') return []
    const size = width !== undefined && height !== undefined ? { width, height } : {}
    return [{ id, name: textIn(item, 'Name'), address, thumbnail, ...size }]
  })
