/** Makes the document of a row, in the format that the request chose, with its headers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentOf, type Document } from '../cache/document.ts'
import { isModel, type DocumentSchema, isList } from '../../schemas/language/keywords.ts'
import type { CacheControl, Description } from './description.ts'
import { isPage } from '../formats.ts'
import { type Row, membersOf } from '../../schemas/language/rows.ts'
import { readersOf, baseOfLinks } from '../representation/template.ts'
import type { AnyList } from '../../schemas/language/vocabulary.ts'
import { BLOG_PAGE } from '../../schemas/language/paging.ts'
import { addressOf } from './paths.ts'

/** Returns functions that write rows as text and as documents. */
export const documents = (app: FastifyInstance, cacheControl: CacheControl) => {
  /** Writes a row as text, with the writer of the request's X-Filter or else that of the route. */
  const write = async (request: FastifyRequest, reply: FastifyReply, row: Row, status: 200 | 201): Promise<string> => {
    const {
      links,
      selection,
      choice: { format }
    } = request.context
    // Responses to writes contain the address of the item; responses to GET don't, as the client has it.
    const hasHref = request.routeOptions.config.description?.reads === false
    const expanded = selection === undefined ? row : await selection.expand(row, request)
    const selectedWriter = selection?.writerOf(format, expanded)
    if (selectedWriter !== undefined) return selectedWriter(expanded, links, hasHref)
    const serialize = reply.getSerializationFunction(`${status}`, format.media[0])
    if (serialize === undefined) {
      throw new TypeError(`${request.routeOptions.url} has no response schema for status ${status}`)
    }
    return serialize({ row: expanded, links, hasHref })
  }

  /** Returns the document of a row, with its headers. */
  const documentFor = async (
    description: Description,
    request: FastifyRequest,
    reply: FastifyReply,
    row: Row
  ): Promise<Document> => {
    const {
      headers,
      context: { choice }
    } = request
    const { format, media } = choice
    const schemas = description.documents[200] ?? []
    const [list] = schemas.filter(isList)
    const isPrivate = headers.authorization !== undefined || showsDraft(schemas, row)
    const links = list === undefined ? [] : pageLinks(request, list, row)
    const fragment = await write(request, reply, row, 200)
    return documentOf(
      isPage(choice) ? await app.pageOf(request, { fragment, row, schemas, links }) : fragment,
      {
        ...reply.getHeaders(),
        'content-type': `${media}${format.charset}`,
        'cache-control': isPrivate ? 'private, no-store' : cacheControl[description.cacheAs],
        ...(isPage(choice) && { 'content-security-policy': await app.pages.policy() }),
        link: list ? linkHeader(links) : feedLinks(schemas, row, baseOfLinks(request.context.links))
      },
      versionOf(schemas, row)
    )
  }

  return { write, documentFor }
}

/** Returns links to the feeds of an item as the value of a `Link` header (RFC 8288); undefined if it has no feeds. */
const feedLinks = (schemas: readonly DocumentSchema[], row: Row, base: string): string | undefined =>
  schemas
    .filter(isModel)
    .flatMap((model) => Object.values(readersOf(model, row, base)?.feeds ?? {}))
    .map(({ href, type, title }) => `<${href}>; rel="alternate"; type="${type}"; title="${title}"`)
    .join(', ') || undefined

/** A link to another page. */
export interface PageLink {
  readonly rel: string
  readonly href: string
}

/** Returns the value of a `Link` header; undefined if there are no links. */
const linkHeader = (links: readonly PageLink[]): string | undefined =>
  links.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ') || undefined

/**
 * Returns the links; none if there are no other pages. If the order of a list cannot
 * change between two requests, the link to the next page starts after the last item's key instead of an
 * offset, so that page 1000 is as fast as page 1.
 */
const pageLinks = (
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

/**
 * Returns whether a document shows a draft, which shared caches must not store. The query of a list sets
 * `showsDrafts`; the schema of an item names the property that is false for drafts.
 */
const showsDraft = (schemas: readonly DocumentSchema[], row: Row): boolean =>
  row.showsDrafts === true ||
  schemas.some((schema) => {
    const property = 'wire' in schema ? schema.wire.draftUnless : undefined
    return property !== undefined && row[property] === false
  })

/** Returns the version of an item, for its ETag; undefined if its schema names no version property. */
export const versionOf = (schemas: readonly DocumentSchema[], row: Row): number | undefined => {
  const [version] = schemas.flatMap((schema) =>
    'wire' in schema && schema.wire.version !== undefined ? [row[schema.wire.version]] : []
  )
  return typeof version === 'number' ? version : undefined
}
