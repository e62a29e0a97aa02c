/** Reads lists of the resource tree. */
import { isObject, type Row } from '../../../schemas/language/rows.ts'

/** Returns the items of a list. @param name of the list, such as `PostList` */
export const itemsIn = (document: Row, name: string): readonly Row[] => {
  const { [name]: items } = document
  return Array.isArray(items) ? items.filter(isObject) : []
}
