/** Links (RFC 8288) that lead from a page of a list to the first, previous and next page. */
import type { FastifyRequest } from 'fastify'
import { BLOG_PAGE } from '../../schemas/language/paging.ts'
import { membersOf, type Row } from '../../schemas/language/rows.ts'
import type { AnyList } from '../../schemas/language/vocabulary.ts'
import { addressOf } from './paths.ts'

/** A link to another page. */
export interface PageLink {
  readonly rel: string
  readonly href: string
}

/** Returns the value of a `Link` header; undefined if there are no links. */
export const linkHeader = (links: readonly PageLink[]): string | undefined =>
  links.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ') || undefined

/**
 * Returns the links; none if there are no other pages. If the order of a list cannot
 * change between two requests, the link to the next page starts after the last item's key instead of an
 * offset, so that page 1000 is as fast as page 1.
 */
export const pageLinks = (
  request: FastifyRequest,
  { listWire: { keyset } }: AnyList,
  { items, total }: Row
): readonly PageLink[] => {
  const {
    query: rawQuery,
    context: { parameters }
  } = request
  const query = membersOf(rawQuery)
  const { offset } = query
  if (!Array.isArray(items) || typeof offset !== 'number') return []
  const limit = typeof query.limit === 'number' ? query.limit : BLOG_PAGE
  if (limit === 0) return []
  const address = addressOf(request)
  const link = (rel: string, changes: Readonly<Record<string, unknown>>) => {
    const all = Object.entries({ ...query, ...parameters, ...changes }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)])))
    return { rel, href: `${address}?${search}` }
  }
  const end = offset + items.length
  const hasMore = items.length > 0 && (typeof total === 'number' ? end < total : items.length >= limit)
  const lastKey = keyset === null ? undefined : membersOf(items.at(-1))[keyset.property]
  const isKeyset =
    keyset !== null &&
    query.asc === undefined &&
    query.desc === undefined &&
    Object.keys(query).every((name) => !name.startsWith('cId')) &&
    lastKey !== undefined
  const next = isKeyset ? { offset: undefined, [keyset.parameter]: lastKey } : { offset: end }
  const hasCursor = keyset !== null && query[keyset.parameter] !== undefined
  return [
    ...(hasCursor ? [link('first', { offset: undefined, [keyset.parameter]: undefined })] : []),
    ...(offset > 0 ? [link('prev', { offset: Math.max(0, offset - limit) })] : []),
    ...(hasMore ? [link('next', next)] : [])
  ]
}
