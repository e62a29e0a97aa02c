/** What a request wants: read once, when it arrives, and then only looked at. */
import { isIPv6 } from 'node:net'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../authorization/index.ts'
import { asksForStream, choose, chooseStreamed, offered, type Choice } from './representation/formats.ts'
import { presentationOf, type Presentation } from './representation/presentation.ts'
import { placeOf, type Place } from './representation/template.ts'

/** What a request wants of its answer. Its signature names everything that changes the bytes of a document. */
export interface Context extends Presentation {
  /** Format and media type. */
  readonly choice: Choice
  /** What links start and end with, and the form of values. */
  readonly place: Place
  /** Whether a stream of the list's changes is wanted. */
  readonly streamed: boolean
  /** What whoever asks may see. */
  readonly viewer: Viewer
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request wants. */
    context: Context
  }
}

/**
 * @param baseUrl the configured base of links, empty for that of the request
 * @throws HttpError 400 or 406 when it wants what there is not
 */
export const contextOf = (request: FastifyRequest, baseUrl: string, viewer: Viewer): Context => {
  const base = baseOf(request, baseUrl)
  if (base === undefined) throw httpErrors.badRequest('The Host header is not a host name with an optional port')
  const {
    config: { description }
  } = request.routeOptions
  const streamed = description?.streams === true && asksForStream(request)
  const choice = streamed ? chooseStreamed(request) : choose(request)
  if (choice === undefined) throw httpErrors.notAcceptable(`This service offers ${offered.join(', ')}`)
  const presentation = presentationOf(request)
  const place = placeOf(base, choice.extension, presentation)
  const signature = JSON.stringify([choice.media, place.root, place.itemEnd, presentation.signature, viewer])
  return { ...presentation, choice, place, streamed, viewer, signature }
}

/**
 * The base of a request's links: the configured one, else scheme and host of the request. Fastify honours
 * `X-Forwarded-*` from trusted addresses only, so a stranger's headers change nothing.
 * @returns without a final slash; undefined when the Host header is not one
 */
const baseOf = (request: FastifyRequest, configured: string): string | undefined => {
  if (configured !== '') return configured
  const { protocol, host, socket } = request
  const { localAddress = '', localPort } = socket
  if (host === '') return `${protocol}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
  const base = `${protocol}://${host}`
  return HOST.test(host) && (protocol === 'http' || protocol === 'https') && URL.canParse(base) ? base : undefined
}

// A name, an IPv4 or a bracketed IPv6 address, and perhaps a port (RFC 9110, section 7.2).
const HOST = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/
