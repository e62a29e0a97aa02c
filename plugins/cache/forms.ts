/** The form of a request: everything that shapes its answer, as far as that can be told before the router sees it. */
import type { IncomingMessage } from 'node:http'

/**
 * The form of a request; undefined for one that is never answered from the cache.
 * @param url as it was sent: the router rewrites it
 */
export const formOf = ({ method, headers, socket }: IncomingMessage, url: string | undefined): string | undefined => {
  const { host } = headers
  if (method !== 'GET' && method !== 'HEAD') return undefined
  // Without a host, links start with the connection's own address.
  if (url === undefined || host === undefined || host === '') return undefined
  if (REFUSING.some((name) => headers[name] !== undefined)) return undefined
  let form = `${url}\n${host}\n${headers.accept ?? ''}`
  // Whether these count depends on who sends them, so what one sender was answered is not for another.
  if (FORWARDED.some((name) => headers[name] !== undefined)) form += `\n${socket.remoteAddress}`
  // Each under its name: what one header says must never look like another's absence.
  for (const name of SHAPING) {
    const value = headers[name]
    if (value !== undefined) form += `\n${name}:${String(value)}`
  }
  return form
}

const REFUSING = ['authorization', 'x-http-method-override'] as const
const FORWARDED = ['x-forwarded-proto', 'x-forwarded-host'] as const
// Besides address, host and accept.
const SHAPING = [
  ...FORWARDED,
  'accept-language',
  'x-filter',
  'x-format-datetime',
  'x-timezone',
  'x-format-values'
] as const
