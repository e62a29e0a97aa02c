/** What of an answer is nobody else's business. */
import type { Row } from './representation/template.ts'
import type { Shown } from './description.ts'

/**
 * Whether a row shows a draft, which no cache on the way may store. A list says so itself, by what it selects; an item
 * by the property that its schema names.
 */
export const isDraft = (shown: readonly Shown[], row: Row): boolean => row.showsDrafts === true ||
  shown.some((schema) => {
    const property = 'wire' in schema ? schema.wire.draftUnless : undefined
    return property !== undefined && row[property] === false
  })
