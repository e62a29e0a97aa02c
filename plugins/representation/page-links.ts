/** `Link` headers (RFC 8288) that lead from a page of a list to its neighbours. */
import type { FastifyRequest } from 'fastify'
import type { AnyList } from '../../schemas/language/vocabulary.ts'
import type { Row } from './template.ts'

/**
 * The value of the header, empty when the list has no neighbours. The next page is reached by the order of the last
 * item where the list has one, and without counting what follows: page thousand then costs no more than page one.
 */
export const pageLinks = ({ query, originalUrl, place }: FastifyRequest, { listWire: { keyset } }: AnyList, { items, total }: Row): string => {
  if (!isObject(query) || !Array.isArray(items) || typeof query.limit !== 'number' || typeof query.offset !== 'number') return ''
  const { limit, offset } = query
  // One spelling for what the router takes as one address: of slashes, and of an address that names a host too.
  const [asked = ''] = originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  const path = new URL(place.root.replace(/\/resources\/$/, '') + asked.replace(/\/+/g, '/').replace(/\/$/, ''))
  const link = (rel: string, changes: Readonly<Record<string, unknown>>) => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, ...changes })) if (value !== undefined) parameters.set(name, String(value))
    return `<${path.origin}${path.pathname}?${parameters}>; rel="${rel}"`
  }
  const more = limit > 0 && (typeof total === 'number' ? offset + items.length < total : items.length === limit)
  const last: unknown = items.at(-1)
  const byKey = keyset !== null && query.asc === undefined && query.desc === undefined && isObject(last) && last[keyset.property] !== undefined
  return [
    ...offset > 0 && limit > 0 ? [link('prev', { offset: Math.max(0, offset - limit) })] : [],
    ...more && items.length > 0
      ? [byKey ? link('next', { offset: undefined, detailed: false, [keyset.parameter]: last[keyset.property] }) : link('next', { offset: offset + items.length })]
      : []
  ].join(', ')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
