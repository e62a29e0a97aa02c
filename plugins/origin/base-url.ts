/** The base URL of links. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the base URL of a request's links, without a final slash: the configured one, else scheme and host of the
 * request. Fastify reads `X-Forwarded-*` only from trusted proxies, so other clients cannot change the links.
 * @returns undefined if the Host header is malformed
 */
export const baseUrlOf = (request: FastifyRequest, configured: string): string | undefined => {
  if (configured !== '') return configured
  const { protocol, host, socket } = request
  const { localAddress = '', localPort } = socket
  if (host === '') return `${protocol}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
  const base = `${protocol}://${host}`
  return HOST.test(host) && (protocol === 'http' || protocol === 'https') && URL.canParse(base) ? base : undefined
}

// A name, an IPv4 address or a bracketed IPv6 address, with an optional port (RFC 9110, section 7.2).
const HOST = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/
