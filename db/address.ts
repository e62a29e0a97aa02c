/** Fits addresses of PostgreSQL, such as `DATABASE_URL`, to postgres.js. */
import { isIP } from 'node:net'

/**
 * Returns an address without parameters that are settings of ours: the driver would prefer those of the address.
 * @param settings names, in any case, with their values
 */
export const withoutSettings = (url: string, settings: object): string => {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const names = Object.keys(settings).map((name) => name.toLowerCase())
  for (const name of [...address.searchParams.keys()]) {
    if (names.includes(name.toLowerCase())) address.searchParams.delete(name)
  }
  return address.href
}

/**
 * Returns the options for a host that is an IP address. postgres.js cuts `[::1]` at its first colon. It tells TLS no IP
 * address, so that the certificate would have to name `localhost`. Its types lack lists of hosts.
 */
export const addressOptions = (url: string): object => {
  // An address with several hosts is no URL. Pools get the one of the primary before they connect.
  if (!URL.canParse(url)) return {}
  const { hostname, port, searchParams } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) === 0) return {}
  return {
    ...(isIP(host) === 6 ? { host: [host], port: [Number(port || 5432)] } : {}),
    ...(searchParams.get('sslmode')?.startsWith('verify-') === true ? { ssl: { host } } : {})
  }
}
