/** Paging: the parameters every list takes and the attributes it shows (spec 2.2). */
import { Type, type Static, type TProperties } from 'typebox'
import { parametersOf, type Criteria, type CriteriaQuery } from './criteria.ts'
import { Count, MAX_INTEGER } from './vocabulary.ts'

/** The most items one answer may show. */
export const MAX_LIMIT = 1000

/** The page size of blog and blog-post lists, and of all others. */
export const BLOG_PAGE = 100
export const PAGE = 30

/** The paging parameters of a list. */
export const Paging = (defaultLimit: number = PAGE) =>
  Type.Object(
    {
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
        description: 'How many items are shown at most'
      }),
      detailed: Type.Boolean({ default: true, description: 'Whether the list carries its attributes' })
    },
    { additionalProperties: false }
  )

/** The parameters of a list with criteria, and whatever more it takes. */
export const Listing = (criteria: Criteria, defaultLimit: number = PAGE, more: TProperties = {}) =>
  Type.Unsafe<ListQuery>(
    Type.Object(
      { ...Paging(defaultLimit).properties, ...more, ...parametersOf(criteria) },
      { additionalProperties: false }
    )
  )

/** A list's query as validated: its page, and whatever criteria it uses. */
export type ListQuery = Paging & CriteriaQuery

/** The same where the page size depends on what else the query asks for. */
export type OpenListQuery = Omit<Paging, 'limit'> & { limit?: number } & CriteriaQuery

export type Paging = Static<ReturnType<typeof Paging>>

/** The attributes of a list, in document order. */
export const PageAttributes = {
  total: Type.Optional(Count('How many items match')),
  limit: Type.Optional(Count('Page size: what was asked for, at most the total')),
  offset: Type.Optional(Count('Index of the first item shown'))
}
