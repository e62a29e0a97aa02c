/** IP addresses: identifies clients for rate limits, and tells the public internet from other networks. */
import { httpErrors } from '@fastify/sensible'
import ipaddr from 'ipaddr.js'

/**
 * Returns the client that an IP address belongs to: the address itself for IPv4, and its /64 network for IPv6, because
 * an IPv6 subscriber can use all addresses of such a network.
 * @param address undefined, although Fastify's types deny it, if the client is gone
 * @throws HttpError 503 if it is gone: nothing could limit what it asks for
 */
export const clientOf = (address: string | undefined): string => {
  if (address === undefined) throw httpErrors.serviceUnavailable()
  const own = withoutPort(address)
  if (!ipaddr.isValid(own)) return own
  // An IPv4-mapped IPv6 address, such as ::ffff:192.0.2.1, counts as the IPv4 address.
  const plain = ipaddr.process(own)
  if (!(plain instanceof ipaddr.IPv6)) return plain.toString()
  return `${plain.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/**
 * Returns the address of a client without the port that some proxies add to it in X-Forwarded-For, such as
 * `192.0.2.1:5000`. Each connection has another one, so its client would never reach a limit.
 */
export const withoutPort = (address: string): string => address.replace(PORT, '$1$2')

const PORT = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/

/** Returns whether the service may connect to an IP address. */
export type IsAllowed = (address: string) => boolean

/** Returns whether an IP address is on the public internet. */
export const isPublic: IsAllowed = (address) => {
  if (!ipaddr.isValid(address)) return false
  // An IPv4-mapped IPv6 address, such as ::ffff:127.0.0.1, counts as the IPv4 address.
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  return plain instanceof ipaddr.IPv4 ? plain.toString() !== AZURE : plain.match(PUBLIC_IPV6) && !isTunnel(plain)
}

/** The address of services that Azure offers to its virtual machines. It looks public, and is not. */
const AZURE = '168.63.129.16'

// The only IPv6 range that IANA assigns for the internet (RFC 4291, section 2.4, and the registry of IANA).
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Returns whether an IPv6 address stands for an IPv4 address of any network (ISATAP, RFC 5214, section 6.1). */
const isTunnel = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
