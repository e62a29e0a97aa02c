/** The base URL of links. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

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
  return bases.memo(`${protocol}://${host}`).base
}

/** Checked base URLs. Parsing one takes longer than all else here, and clients use few. */
const bases = new LRUCache<string, { readonly base: string | undefined }>({
  max: 100,
  memoMethod: (base) => ({ base: BASE.test(base) && URL.canParse(base) ? base : undefined })
})

// A name, an IPv4 address or a bracketed IPv6 address, with an optional port (RFC 9110, section 7.2).
const BASE = /^https?:\/\/([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/
