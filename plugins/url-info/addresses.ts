/** Which addresses a web page may be read from: http and https, on the public internet only. */
import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an IP address may be connected to. */
export type IsAllowed = (address: string) => boolean

/** Why a page is not read, in words that follow "the parameter url". */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Whether an IP address is one of the public internet. */
export const isPublic: IsAllowed = (address) => {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address written as IPv6 counts as IPv4.
  const plain = ipaddr.process(address)
  return plain.range() === 'unicast' && (plain.kind() === 'ipv4' || plain.match(PUBLIC_IPV6))
}

// The only part of IPv6 that is given out for the internet (RFC 4291, section 2.4, and IANA's registry).
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * An address that may be tried. A connection to an IP address resolves no name, so those are checked here.
 * @param base what a redirect's address starts from
 * @throws Refusal
 */
export const addressOf = (text: string, isAllowed: IsAllowed, base?: URL): URL => {
  if (!URL.canParse(text, base?.href)) {
    throw new Refusal('is not the address of a web page, such as https://example.org/page')
  }
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') throw new Refusal('must not hold a user name or a password')
  // The lower ports belong to services that a request could talk into something else.
  const isReserved = Number(url.port) < 1024 && !['', '80', '443'].includes(url.port)
  if (isReserved) throw new Refusal('names a port that web pages are not served on')
  // The parser has made an IPv4 address of whatever means one, such as http://2130706433.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isAllowed(host)) throw new Refusal(NOT_PUBLIC)
  url.hash = ''
  return url
}

/**
 * Resolves a name as usual, and refuses it when any of its addresses is forbidden. It serves the connection itself, so
 * that a name cannot lead elsewhere between the check and the connection.
 */
export const guardedLookup =
  (isAllowed: IsAllowed): LookupFunction =>
  (hostname, { all, ...options }, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const [first] = addresses
      const isSafe = addresses.every(({ address }) => isAllowed(address))
      if (first === undefined || !isSafe) return callback(new Refusal(NOT_PUBLIC), '', 0)
      return all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const NOT_PUBLIC = 'leads to an address that is not public'
