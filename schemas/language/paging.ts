/** Paging: the query parameters and the attributes of every list (docs/spec.md, section 2.2). */
import { Type, type Static, type TProperties } from 'typebox'
import { parametersOf, type Criteria, type CriteriaQuery } from './criteria.ts'
import { Count, MAX_INTEGER } from './vocabulary.ts'

/** Maximum number of items in a response. */
export const MAX_LIMIT = 1000

/** Default page size of the lists of blogs and of a blog's posts. */
export const BLOG_PAGE = 100
/** Default page size of all other lists. */
export const PAGE = 30

/** Returns the schema of a list's paging parameters. */
export const Paging = (defaultLimit: number = PAGE) =>
  Type.Object({
    offset: Type.Integer({
      minimum: 0,
      maximum: MAX_INTEGER,
      default: 0,
      description: 'Index of the first item shown'
    }),
    limit: Type.Integer({
      minimum: 0,
      maximum: MAX_LIMIT,
      default: defaultLimit,
      description: 'Maximum number of items shown'
    }),
    detailed: Type.Boolean({ default: true, description: 'Whether the list shows its attributes, such as total' })
  })

/** Returns the schema of a list's query: paging parameters, criteria, and the parameters in `more`. */
export const Listing = (criteria: Criteria, defaultLimit: number = PAGE, more: TProperties = {}) =>
  Type.Unsafe<ListQuery>(Type.Object({ ...Paging(defaultLimit).properties, ...more, ...parametersOf(criteria) }))

/** A validated query of a list: its page and its criteria. */
export type ListQuery = Paging & CriteriaQuery

/** A validated query of a list whose default page size depends on its other parameters. */
export type OpenListQuery = Omit<Paging, 'limit'> & { limit?: number } & CriteriaQuery

export type Paging = Static<ReturnType<typeof Paging>>

/** Attributes of a list, in document order. */
export const PageAttributes = {
  total: Type.Optional(Count('Number of items that match')),
  limit: Type.Optional(Count('Page size: the requested limit, at most the total')),
  offset: Type.Optional(Count('Index of the first item shown'))
}
