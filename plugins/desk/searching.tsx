/** Lists in several pages, and their search. They need no scripts. */
import type { Row } from '../../schemas/language/rows.ts'
import { numberOf, textOf } from './values.ts'

const MAX_LENGTH = 100

/** Returns the search in the address of a page, with the end of its query. @param criterion such as `title.ilike` */
export const searchIn = (query: Row, criterion: string) => {
  const search = textOf(query.search).slice(0, MAX_LENGTH)
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const criteria = search === '' ? '' : `&${criterion}=${encodeURIComponent(pattern)}`
  return { search, offset: numberOf(query.offset) ?? 0, criteria }
}

interface SearchFormProps {
  readonly action: string
  readonly search: string
  readonly label: string
}

export const SearchForm = ({ action, search, label }: SearchFormProps) => (
  <form class="row search" method="get" action={action} role="search">
    <input
      {...{ type: 'search', name: 'search', value: search, placeholder: label, maxLength: MAX_LENGTH, dir: 'auto' }}
      aria-label={label}
    />
    <button type="submit">Search</button>
  </form>
)

interface PagerProps {
  readonly address: string
  readonly search: string
  readonly offset: number
  /** Number of items on a page. */
  readonly step: number
  readonly hasMore: boolean
  /** Text of the link to the next page. */
  readonly more: string
}

/** Links to the pages before and after, if there are any. */
export const Pager = ({ address, search, offset, step, hasMore, more }: PagerProps) => {
  if (offset === 0 && !hasMore) return null
  const at = (start: number) => `${address}?${new URLSearchParams({ search, offset: String(start) }).toString()}`
  return (
    <p class="row spread pager">
      {offset > 0 ? <a href={at(Math.max(0, offset - step))}>Back</a> : <span />}
      {hasMore && <a href={at(offset + step)}>{more}</a>}
    </p>
  )
}
