/** `Link` headers (RFC 8288) that lead from a page of a list to its neighbours. */
import type { FastifyRequest } from 'fastify'
import { BLOG_PAGE } from '../../schemas/language/paging.ts'
import type { AnyList } from '../../schemas/language/vocabulary.ts'
import type { Row } from './representation/template.ts'

/**
 * The value of the header, undefined when the list has no neighbours. Where lists have an order that cannot change
 * between two pages, the next page is reached by the last item, and page thousand costs no more than page one.
 */
export const pageLinks = (
  { query, originalUrl, context: { place, parameters } }: FastifyRequest,
  { listWire: { keyset } }: AnyList,
  { items, total }: Row
): string | undefined => {
  if (!isObject(query) || !Array.isArray(items) || typeof query.offset !== 'number') return undefined
  const { offset } = query
  const limit = typeof query.limit === 'number' ? query.limit : BLOG_PAGE
  if (limit === 0) return undefined
  // One form for what the router takes as one address: of slashes, and of an address that names a host too.
  const [address = ''] = originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  const path = new URL(place.root.replace(/\/resources\/$/, '') + address.replace(/\/+/g, '/').replace(/\/$/, ''))
  const link = (rel: string, changes: Readonly<Record<string, unknown>>) => {
    const all = Object.entries({ ...query, ...parameters, ...changes }).filter(([, value]) => value !== undefined)
    const sent = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)])))
    return `<${path.origin}${path.pathname}?${sent}>; rel="${rel}"`
  }
  const end = offset + items.length
  const hasMore = items.length > 0 && (typeof total === 'number' ? end < total : items.length >= limit)
  const last: unknown = items.at(-1)
  const isKeyset = keyset !== null && query.asc === undefined && query.desc === undefined &&
    Object.keys(query).every((name) => !name.startsWith('cId')) && isObject(last) && last[keyset.property] !== undefined
  const next = isKeyset ? { offset: undefined, [keyset.parameter]: last[keyset.property] } : { offset: end }
  const hasCursor = keyset !== null && query[keyset.parameter] !== undefined
  return [
    ...hasCursor ? [link('first', { offset: undefined, [keyset.parameter]: undefined })] : [],
    ...offset > 0 ? [link('prev', { offset: Math.max(0, offset - limit) })] : [],
    ...hasMore ? [link('next', next)] : []
  ].join(', ') || undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
