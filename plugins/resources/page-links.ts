/** `Link` headers (RFC 8288) that lead from a page of a list to its neighbours. */
import type { FastifyRequest } from 'fastify'
import { BLOG_PAGE } from '../../schemas/language/paging.ts'
import type { AnyList } from '../../schemas/language/vocabulary.ts'
import { membersOf, type Row } from './representation/template.ts'

/**
 * The value of the header, undefined when the list has no neighbours. Where lists have an order that cannot change
 * between two pages, the next page is reached by the last item, and page thousand costs no more than page one.
 */
export const pageLinks = (
  { query: sent, originalUrl, context: { place, parameters } }: FastifyRequest,
  { listWire: { keyset } }: AnyList,
  { items, total }: Row
): string | undefined => {
  const query = membersOf(sent)
  const { offset } = query
  if (!Array.isArray(items) || typeof offset !== 'number') return undefined
  const limit = typeof query.limit === 'number' ? query.limit : BLOG_PAGE
  if (limit === 0) return undefined
  // One form for what the router takes as one address: of slashes, and of an address that names a host too.
  const [address = ''] = originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  const path = new URL(place.root.replace(/\/resources\/$/, '') + address.replace(/\/+/g, '/').replace(/\/$/, ''))
  const link = (rel: string, changes: Readonly<Record<string, unknown>>) => {
    const all = Object.entries({ ...query, ...parameters, ...changes }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)])))
    return `<${path.origin}${path.pathname}?${search}>; rel="${rel}"`
  }
  const end = offset + items.length
  const hasMore = items.length > 0 && (typeof total === 'number' ? end < total : items.length >= limit)
  const last = keyset === null ? undefined : membersOf(items.at(-1))[keyset.property]
  const isKeyset =
    keyset !== null &&
    query.asc === undefined &&
    query.desc === undefined &&
    Object.keys(query).every((name) => !name.startsWith('cId')) &&
    last !== undefined
  const next = isKeyset ? { offset: undefined, [keyset.parameter]: last } : { offset: end }
  const hasCursor = keyset !== null && query[keyset.parameter] !== undefined
  return (
    [
      ...(hasCursor ? [link('first', { offset: undefined, [keyset.parameter]: undefined })] : []),
      ...(offset > 0 ? [link('prev', { offset: Math.max(0, offset - limit) })] : []),
      ...(hasMore ? [link('next', next)] : [])
    ].join(', ') || undefined
  )
}
