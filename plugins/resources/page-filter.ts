/** X-Filter of lists in pages: people want to see more of an item than its address. */
import type { Description } from './description.ts'
import { isList } from '../../schemas/language/keywords.ts'

/**
 * Returns the X-Filter that a page of a list applies if the request has none; empty for other documents, and for lists
 * that show whole items.
 */
export const pageFilter = (description: Description | undefined): string => {
  const [schema] = description?.documents[200] ?? []
  if (description?.reads !== true || schema === undefined || !isList(schema)) return ''
  const { model, self } = schema.listWire.child
  if (self === null) return ''
  const names = Object.keys(model.properties)
  const shown = SHOWN.filter((name) => names.includes(name))
  return (shown.length > 0 ? shown : names.slice(0, 1)).toSorted().join(',')
}

/** The properties that say what an item is about. Its title or name is the text of its link. */
const SHOWN = ['AuthorName', 'Content', 'CreatedOn', 'Creator', 'Description', 'IsLive', 'PublishedOn', 'Type']
