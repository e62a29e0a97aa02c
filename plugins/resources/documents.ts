/** Makes the document of a row, in the format that the request chose. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentOf, type Document } from '../cache/document.ts'
import { isModel, type DocumentSchema, isList } from '../../schemas/language/keywords.ts'
import { showsDraft, versionOf, type Description, type CacheControl } from './description.ts'
import { linkHeader, pageLinks } from './page-links.ts'
import { isPage } from '../formats.ts'
import type { Row } from '../../schemas/language/rows.ts'
import { readersOf, baseOfLinks } from '../representation/template.ts'

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
