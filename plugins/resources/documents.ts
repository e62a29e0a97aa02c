/** Makes the document of a row, in the format that the request chose, with its headers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../schemas/config.ts'
import { documentOf, type Document } from '../cache/document.ts'
import type { Description } from './description.ts'
import { isPage } from '../formats.ts'
import { type Row, membersOf } from '../../schemas/language/rows.ts'
import { readersOf } from '../pages/addresses.ts'
import { writersOf } from '../representation/writers.ts'
import { inTurns } from '../steps.ts'
import type { AnyList, AnyModel } from '../../schemas/language/models.ts'
import { BLOG_PAGE } from '../../schemas/language/paging.ts'
import { addressOf } from './context.ts'

type Settings = Pick<Config, 'MODULE' | 'CACHE_CONTROL_LIVE'>

/** Values of Cache-Control, by the kind of the document. */
const CACHE_CONTROL = {
  // A list leads to a post, so a cache that kept an older one would mislead clients.
  post: 'public, no-cache, stale-if-error=600',
  // Changes between two numbers that no later one can join. Not longer, because a deleted post leaves it
  // (docs/decisions.md).
  complete: 'public, max-age=60, stale-if-error=600',
  reference: 'public, max-age=10, stale-while-revalidate=60, stale-if-error=600'
}

/** Returns functions that write rows as text and as documents. */
export const documents = (app: FastifyInstance, { MODULE: module, CACHE_CONTROL_LIVE: live }: Settings) => {
  const cacheControl = { live, ...CACHE_CONTROL }
  const writers = new Map<Description, ReturnType<typeof writersOf>>()

  /** Writes a row as text, with the writer of the request's X-Filter or else that of the route. */
  const write = async (description: Description, request: FastifyRequest, row: Row): Promise<string> => {
    const { choice, links, selection } = request.context
    const writerOf = writers.get(description) ?? writersOf(description.schemas, module, app.compile)
    writers.set(description, writerOf)
    const expanded = selection === undefined ? row : await selection.expand(row, request)
    const writeRow = selection?.writerOf(choice.format, expanded) ?? writerOf(choice.format)
    // Responses to writes contain the address of the item; responses to GET don't, as the client has it.
    return inTurns(writeRow(expanded, links, !description.reads))
  }

  /**
   * Returns the document of a row, with its headers.
   * @param leave ends the task of the row, before a page asks for its user and their rights: each is a task that waits
   *   for its turn
   */
  const documentFor = async (
    description: Description,
    request: FastifyRequest,
    reply: FastifyReply,
    row: Row,
    leave: () => void
  ): Promise<Document> => {
    const { list, model } = description
    const { choice, links: linkContext } = request.context
    const { format, media } = choice
    const isPrivate = request.headers.authorization !== undefined || showsDraft(model, row)
    const links = list === undefined ? [] : pageLinks(request, list, row)
    const fragment = await write(description, request, row)
    if (isPage(choice)) leave()
    return documentOf(
      isPage(choice) ? await app.pageOf(request, { fragment, row, schema: description.schemas[0], links }) : fragment,
      {
        ...reply.getHeaders(),
        'content-type': `${media}${format.charset}`,
        'cache-control': isPrivate
          ? 'private, no-store'
          : cacheControl[row.isComplete === true ? 'complete' : description.cacheAs],
        ...(isPage(choice) && { 'content-security-policy': app.pages.policy() }),
        link: model === undefined ? linkHeader(links) : feedLinks(model, row, linkContext.base)
      },
      versionOf(model, row)
    )
  }

  return { write, documentFor }
}

/** Returns links to the feeds of an item as the value of a `Link` header (RFC 8288); undefined if it has no feeds. */
const feedLinks = (model: AnyModel, row: Row, base: string): string | undefined =>
  Object.values(readersOf(model, row, base)?.feeds ?? {})
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
  const query = membersOf(request.query)
  const { offset } = query
  if (!Array.isArray(items) || typeof offset !== 'number') return []
  const limit = typeof query.limit === 'number' ? query.limit : BLOG_PAGE
  if (limit === 0) return []
  const link = (rel: string, changes: Readonly<Record<string, unknown>>) => {
    const all = Object.entries({ ...query, ...request.context.parameters, ...changes }).filter(
      ([, value]) => value !== undefined
    )
    const search = new URLSearchParams(Object.fromEntries(all.map(([name, value]) => [name, String(value)])))
    return { rel, href: `${addressOf(request)}?${search}` }
  }
  // The list can have become shorter since the client read the page before.
  const start = typeof total === 'number' ? Math.min(offset, total) : offset
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
    ...(offset > 0 ? [link('prev', { offset: Math.max(0, start - limit) })] : []),
    ...(hasMore ? [link('next', next)] : [])
  ]
}

/**
 * Returns whether a document shows a draft, which shared caches must not store. The query of a list sets
 * `showsDrafts`; the model of an item names the property that is false for drafts.
 */
const showsDraft = (model: AnyModel | undefined, row: Row): boolean =>
  row.showsDrafts === true || (model?.wire.draftUnless !== undefined && row[model.wire.draftUnless] === false)

/** Returns the version of an item, for its ETag; undefined if its model names no version property. */
export const versionOf = (model: AnyModel | undefined, row: Row): number | undefined => {
  const version = model?.wire.version === undefined ? undefined : row[model.wire.version]
  return typeof version === 'number' ? version : undefined
}

/** Returns the entity tag of an item's version, which is the same for all representations. */
export const versionTag = (version: number): string => `"${version}"`
