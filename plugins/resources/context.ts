/** Request context: format, links, presentation and viewer of a request, parsed once when it arrives. */
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../authorization/index.ts'
import { asksForStream, chooseFormat, chooseStreamFormat, isPage, offeredMedia, type FormatChoice } from '../formats.ts'
import { presentationOf, type Presentation } from '../representation/presentation.ts'
import { linkContextOf, type LinkContext } from '../representation/template.ts'
import { pageFilter } from './page-filter.ts'

/**
 * Everything besides the address that shapes a response. Contexts with equal signatures produce the same bytes, so the
 * signature is part of the cache key.
 */
export interface Context extends Presentation {
  readonly choice: FormatChoice
  readonly links: LinkContext
  /** Whether the client requests a stream of the list's changes. */
  readonly streamed: boolean
  /** Permissions to see drafts and profile data, such as e-mail addresses. */
  readonly viewer: Viewer
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by an onRequest hook of the resource tree; undefined on other routes. */
    context: Context
  }
}

/**
 * Parses the context of a request.
 * @param base base URL of links, without a final slash
 * @throws HttpError 400 if a presentation parameter is malformed, 406 if no offered media type is
 *   acceptable
 */
export const contextOf = (request: FastifyRequest, base: string, viewer: Viewer): Context => {
  const {
    config: { description }
  } = request.routeOptions
  const streamed = description?.streams === true && asksForStream(request)
  const choice = streamed ? chooseStreamFormat(request) : chooseFormat(request)
  if (choice === undefined) {
    throw httpErrors.notAcceptable(`Accept matches none of the media types offered: ${offeredMedia.join(', ')}`)
  }
  const presentation = presentationOf(request, isPage(choice))
  const filter =
    presentation.filter === '' && isPage(choice) && !streamed ? pageFilter(description) : presentation.filter
  const links = linkContextOf(base, choice.extension, presentation)
  const signature = JSON.stringify([choice.media, links.resourcesUrl, links.itemEnd, presentation.signature, viewer])
  return { ...presentation, filter, choice, links, streamed, viewer, signature }
}
