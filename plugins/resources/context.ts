/** Request context: format, links, presentation and viewer of a request, parsed once when it arrives. */
import { isIPv6 } from 'node:net'
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
 * @param baseUrl the configured base URL; empty to derive it from the request
 * @throws HttpError 400 if the Host header or a presentation parameter is malformed, 406 if no offered media type is
 *   acceptable
 */
export const contextOf = (request: FastifyRequest, baseUrl: string, viewer: Viewer): Context => {
  const base = linkBase(request, baseUrl)
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

/**
 * Returns the base URL of links, without a final slash.
 * @param configured the configured base URL; empty to derive it from the request
 * @throws HttpError 400 if the Host header is malformed
 */
export const linkBase = (request: FastifyRequest, configured: string): string => {
  const base = baseOf(request, configured)
  if (base === undefined) throw httpErrors.badRequest('The Host header is not a host name with an optional port')
  return base
}

/**
 * Returns the base URL of a request's links, without a final slash: the configured one, else scheme and host of the
 * request. Fastify reads `X-Forwarded-*` only from trusted proxies, so other clients cannot change the links.
 * @returns undefined if the Host header is malformed
 */
export const baseOf = (request: FastifyRequest, configured: string): string | undefined => {
  if (configured !== '') return configured
  const { protocol, host, socket } = request
  const { localAddress = '', localPort } = socket
  if (host === '') return `${protocol}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
  const base = `${protocol}://${host}`
  return HOST.test(host) && (protocol === 'http' || protocol === 'https') && URL.canParse(base) ? base : undefined
}

// A name, an IPv4 address or a bracketed IPv6 address, with an optional port (RFC 9110, section 7.2).
const HOST = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/
