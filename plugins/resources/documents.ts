/** Makes the document of a row, in the format that the request chose. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentOf, type Document } from '../cache/document.ts'
import { feedLinks } from '../feeds/addresses.ts'
import { isModel, type DocumentSchema, isList } from '../../schemas/language/keywords.ts'
import { showsDraft, versionOf, type Description } from './description.ts'
import { linkHeader, pageLinks } from './page-links.ts'
import { isPage } from '../formats.ts'
import type { Row } from '../../schemas/language/rows.ts'

/** Values of Cache-Control. */
export interface CacheControl {
  /** Of documents that show blogs or posts, other than single posts. */
  readonly live: string
  /** Of single posts. */
  readonly post: string
  /** Of all other documents. */
  readonly reference: string
}

/** Returns functions that write rows as text and as documents. */
export const documents = (app: FastifyInstance, { live, post, reference }: CacheControl) => {
  /** Writes a row as text, with the writer of the request's X-Filter or else that of the route. */
  const write = async (request: FastifyRequest, reply: FastifyReply, row: Row, status: 200 | 201): Promise<string> => {
    const {
      links,
      choice: { format }
    } = request.context
    // Responses to writes contain the address of the item; responses to GET don't, as the client has it.
    const hasHref = request.routeOptions.config.description?.reads === false
    const selected = app.selectionOf(request)
    const expanded = selected === undefined ? row : await selected.expand(row)
    const selectedWriter = selected?.writerOf(format, expanded)
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
    const cacheControl = schemas.some(isSinglePost) ? post : description.live ? live : reference
    const links = list === undefined ? [] : pageLinks(request, list, row)
    const fragment = await write(request, reply, row, 200)
    return documentOf(
      isPage(choice) ? await app.pageOf(request, { fragment, row, schemas, links }) : fragment,
      {
        ...reply.getHeaders(),
        'content-type': `${media}${format.charset}`,
        'cache-control': isPrivate ? 'private, no-store' : cacheControl,
        ...(isPage(choice) && { 'content-security-policy': await app.pages.policy() }),
        link: list ? linkHeader(links) : feedLinks(schemas, row, request.context.links)
      },
      versionOf(schemas, row)
    )
  }

  return { write, documentFor }
}

const isSinglePost = (schema: DocumentSchema) => isModel(schema) && schema.wire.name === 'Post'
