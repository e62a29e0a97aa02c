/** Request context: all that a request says besides its address and body, parsed once when it arrives. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../authorization/index.ts'
import { asksForStream, chooseFormat, chooseStreamFormat, isPage, offeredMedia, type FormatChoice } from '../formats.ts'
import { presentationOf, type Presentation } from '../representation/presentation.ts'
import { linkContextOf, type LinkContext } from '../representation/template.ts'
import type { Description } from './description.ts'
import type { Selection } from './selections.ts'
import { type Tag, blogTag } from '../../db/changes.ts'
import { PRESENTATION } from '../../schemas/language/presentation.ts'
import { membersOf } from '../../schemas/language/rows.ts'

/**
 * Everything besides the address that shapes a response. Contexts with equal signatures produce the same bytes, so the
 * signature is part of the cache key.
 */
export interface Context extends Pick<Presentation, 'filter' | 'parameters' | 'locale' | 'signature'> {
  readonly choice: FormatChoice
  readonly links: LinkContext
  /** Whether the client requests a stream of the list's changes. */
  readonly streamed: boolean
  /** Permissions to see drafts and profile data, such as e-mail addresses. */
  readonly viewer: Viewer
  /** The parts of the document that the request selects; undefined if it shows the whole document of the route. */
  readonly selection: Selection | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by an onRequest hook of the resource tree; undefined on other routes. */
    context: Context
  }
}

/** Returns the selection of a route's document. @throws HttpError 400 if X-Filter names unknown properties */
type SelectionFor = (
  description: Description,
  filter: string,
  streamed: boolean,
  hasSession: boolean
) => Selection | undefined

/**
 * Parses the context of a request.
 * @param base base URL of links, without a final slash
 * @throws HttpError 400 if a presentation parameter is malformed, 406 if no offered media type is acceptable
 */
export const contextOf = (
  request: FastifyRequest,
  base: string,
  viewer: Viewer,
  selectionFor: SelectionFor
): Context => {
  const { description } = request.routeOptions.config
  const streamed = description?.streams === true && asksForStream(request)
  const choice = streamed ? chooseStreamFormat(request) : chooseFormat(request)
  if (choice === undefined) {
    throw httpErrors.notAcceptable(`Accept matches none of the media types offered: ${offeredMedia.join(', ')}`)
  }
  const presentation = presentationOf(request, isPage(choice))
  const usesPageFilter = presentation.filter === '' && isPage(choice) && !streamed
  const filter = usesPageFilter ? (description?.pageFilter ?? '') : presentation.filter
  const selects = filter !== '' || streamed
  const selection = selects && description ? selectionFor(description, filter, streamed, viewer.session) : undefined
  const links = linkContextOf(base, choice.extension, presentation)
  // None of the parts before the presentation contains a space, so different contexts have different signatures.
  const { resourcesUrl, itemEnd } = links
  const shape = `${choice.media} ${resourcesUrl} ${itemEnd} ${viewer.drafts} ${viewer.profiles} ${viewer.session}`
  const signature = `${shape} ${presentation.signature}`
  const { parameters, locale } = presentation
  return { filter, parameters, locale, choice, links, streamed, viewer, selection, signature }
}

/** The parts of a request that its cache key consists of. */
type KeyedRequest = Pick<FastifyRequest, 'originalUrl' | 'query' | 'context'>

/** Returns the cache key: all inputs that change the bytes, sorted, except `asc`/`desc`, whose order is significant. */
export const keyOf = (request: KeyedRequest): string => {
  const { originalUrl, query, context } = request
  const rank = (name: string) => (name === 'desc' ? 'asc' : name)
  // The signature has the values of presentation. `Vary` leaves out the headers that parameters override.
  const parameters = Object.entries(membersOf(query))
    .map(([name, value]) => [name, PRESENTATION.has(name) ? '' : value] as const)
    .sort(([one], [other]) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1))
  // Links in pages repeat the whole query, ignored parameters too. Events of streams have no such links.
  const search = isPage(context.choice) && !context.streamed ? searchOf(originalUrl) : ''
  return `${pathOf(originalUrl)}${search} ${JSON.stringify(parameters)} ${context.signature}`
}

/** Returns the tags of a document. A change to data outside of blogs invalidates all documents. */
export const tagsOf = (
  { blogParameter, cacheAs }: Description,
  { params, context: { selection } }: FastifyRequest
): readonly Tag[] => {
  const blogId = blogParameter && membersOf(params)[blogParameter]
  if (typeof blogId === 'number') return [blogTag(blogId)]
  return cacheAs !== 'reference' || selection !== undefined ? ['blogs'] : []
}

/** Returns the address of a request, without its query. */
export const addressOf = ({ originalUrl, context: { links } }: Omit<KeyedRequest, 'query'>): string => {
  const { origin, pathname } = new URL(links.base + pathOf(originalUrl))
  return origin + pathname
}

/**
 * Returns the path of an address. The router ignores doubled and final slashes, and proxies may send
 * `http://host/path`. The path has one form.
 */
const pathOf = (url: string): string => {
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  return path.replace(/\/+/g, '/').replace(/\/$/, '')
}

/** Returns the query of an address with its question mark, as it was sent; empty if it has none. */
export const searchOf = (url: string): string => url.split(/(?=\?)/)[1] ?? ''
