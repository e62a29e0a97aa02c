/** What every link starts with. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Presentation } from './presentation.ts'
import type { Place } from './template.ts'

/**
 * The base of a request's links: the configured one, else scheme and host of the request. Fastify honours
 * `X-Forwarded-*` from trusted addresses only, so a stranger's headers change nothing.
 * @returns without a final slash; undefined when the Host header is not one
 */
export const baseOf = (request: FastifyRequest, configured: string): string | undefined => {
  if (configured !== '') return configured
  const { protocol, host, socket } = request
  const { localAddress = '', localPort } = socket
  if (host === '') return `${protocol}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
  const base = `${protocol}://${host}`
  return HOST.test(host) && (protocol === 'http' || protocol === 'https') && URL.canParse(base) ? base : undefined
}

// A name, an IPv4 or a bracketed IPv6 address, and perhaps a port (RFC 9110, section 7.2).
const HOST = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/

/** Where and how a request's document is shown; an extension asked for is kept in every link, so that it stays asked for. */
export const placeOf = (base: string, extension: string | undefined, { typed, printMoment }: Presentation): Place => {
  const end = extension === undefined ? '' : `.${extension}`
  return { root: `${base}/resources/`, itemEnd: end, collectionEnd: end === '' ? '/' : end, typed, printMoment }
}
