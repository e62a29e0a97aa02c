/** Identifies clients for rate limits. */
import ipaddr from 'ipaddr.js'

/**
 * Returns the client that an IP address belongs to: the address itself for IPv4, and its /64 network for IPv6, because
 * an IPv6 subscriber can use all addresses of such a network.
 */
export const clientOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  // An IPv4-mapped IPv6 address, such as ::ffff:192.0.2.1, counts as the IPv4 address.
  const plain = ipaddr.process(address)
  if (!(plain instanceof ipaddr.IPv6)) return plain.toString()
  return `${plain.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
