/** Checks the addresses of web pages: only http and https, and only hosts on the public internet. */
import type { LookupAddress, LookupOptions } from 'node:dns'
import dns from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IsAllowed } from '../clients.ts'
import { gate } from '../database/gate.ts'

/** The error for a page that is not read. Its message continues "The parameter url …". */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * Parses and checks the URL of a web page. IP addresses are checked here, because connections to them do not call
 * `guardedLookup`, which checks host names.
 * @param base the URL of the page that redirects, because redirects can be relative
 * @throws Refusal
 */
export const addressOf = (text: string, isAllowed: IsAllowed, base?: URL): URL => {
  if (!URL.canParse(text, base?.href)) {
    throw new Refusal('is not the address of a web page, such as https://example.org/page')
  }
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refusal('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') throw new Refusal('must not contain a user name or a password')
  // Ports below 1024 belong to other protocols, such as SMTP. Their servers could take an HTTP request for commands.
  const isReserved = Number(url.port) < 1024 && !['', '80', '443'].includes(url.port)
  if (isReserved) throw new Refusal('names a port that web pages are not served on')
  // The URL parser has normalized all notations of IPv4 addresses, such as http://2130706433.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isAllowed(host)) throw new Refusal(NOT_PUBLIC)
  url.hash = ''
  return url
}

/** Maximum characters of an address in a document of others, and of its base. */
const MAX_LINK = 4000

/**
 * Returns the address of a link in a document of others; undefined if the link is no address or too long, or its
 * base is too long. Each link of the document repeats the base, and together they would fill the memory.
 */
export const linkedAddress = (address: string, base?: string): URL | undefined =>
  address.length > MAX_LINK || (base ?? '').length > MAX_LINK ? undefined : (URL.parse(address, base) ?? undefined)

/** Allows all addresses, for a client that may read private networks, too: it has no host to hide. */
export const allAddresses: IsAllowed = () => true

/** Finds the addresses of a host name. Rejects, or finds none, if the name has no address. */
export type FindAddresses = (hostname: string, options: LookupOptions) => Promise<readonly LookupAddress[]>

/** Milliseconds that a name waits for the names before it. */
const MAX_WAIT = 10_000

/**
 * Asks the system, as all programs do. Until a name server answers, it takes one of the two threads for that, also when
 * nobody waits for the answer any more. So it is asked for one name at a time: the other thread is for the database.
 */
const bySystem: FindAddresses = (hostname, options) => inTurn(() => dns.lookup(hostname, { ...options, all: true }))
const { run: inTurn } = gate(1, MAX_WAIT)

/**
 * Asks the name servers only. It takes no thread, so strangers with slow name servers hold up no other name that the
 * service looks up, such as that of its database.
 */
export const byNameServers: FindAddresses = async (hostname) => {
  const results = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
  const addresses = results.flatMap((result, index) =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : []
  )
  const failure = results.find((result) => result.status === 'rejected')
  if (addresses.length === 0 && failure !== undefined) throw failure.reason
  return addresses
}

/** Returns how a client finds addresses. Only the system may know names of private networks, by its file of hosts. */
export const finderFor = (isAllowed: IsAllowed): FindAddresses =>
  isAllowed === allAddresses ? bySystem : byNameServers

/**
 * Milliseconds after which a host name is refused. A name server answers sooner, so neither the time nor the text of
 * the error tells whether a name of the internal network exists.
 */
const REFUSAL_DELAY = 1000

/**
 * Returns a replacement for `dns.lookup` that refuses host names with any address that is not allowed. The connection
 * itself uses it, so a host name cannot resolve to another address between the check and the connection.
 */
export const guardedLookup =
  (isAllowed: IsAllowed, find: FindAddresses): LookupFunction =>
  (hostname, { all, ...options }, callback) => {
    const began = performance.now()
    const answer = (addresses: readonly LookupAddress[], cause?: unknown) => {
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        const reason = first === undefined && isAllowed === allAddresses ? NOT_FOUND : NOT_PUBLIC
        const refuse = () => callback(new Refusal(reason, { cause }), '', 0)
        setTimeout(refuse, REFUSAL_DELAY - (performance.now() - began))
      } else if (all === true) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    }
    void find(hostname, options).then(answer, (error: unknown) => answer([], error))
  }

export const NOT_PUBLIC = 'does not lead to a public address'
const NOT_FOUND = 'names a host that cannot be found'
