/** Whom requests count against where a client may send only so many. */
import ipaddr from 'ipaddr.js'

/**
 * What stands for the client at an IP address: the address in IPv4, the network of 64 bits in IPv6, because a
 * subscriber of IPv6 has a whole network to choose addresses from.
 */
export const clientOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  // An IPv4 address written as IPv6 counts as what it is.
  const plain = ipaddr.process(address)
  if (!(plain instanceof ipaddr.IPv6)) return plain.toString()
  return `${plain.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
