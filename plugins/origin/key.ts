/** Request keys: everything in a request that shapes its response, as known before the router runs. */
import type { IncomingMessage } from 'node:http'
import { hasSessionCookie } from './browsers.ts'

/** Returns the key of a request; undefined for requests that are never answered from the cache. */
export const keyOf = ({ method, headers, socket, url }: IncomingMessage): string | undefined => {
  const { host } = headers
  if (method !== 'GET' && method !== 'HEAD') return undefined
  // Without a Host header, the links in the document start with the local address of the connection.
  if (url === undefined || host === undefined || host === '') return undefined
  if (UNCACHED_HEADERS.some((name) => headers[name] !== undefined)) return undefined
  if (hasSessionCookie(headers)) return undefined
  let key = `${url}\n${host}\n${headers.accept ?? ''}`
  // These headers are only used if the sender is a trusted proxy, so the key includes the sender.
  if (FORWARDED_HEADERS.some((name) => headers[name] !== undefined)) key += `\n${socket.remoteAddress}`
  // With the name of each header, so that requests with the same value in different headers have different keys.
  for (const name of SHAPING_HEADERS) {
    const value = headers[name]
    if (value !== undefined) key += `\n${name}:${String(value)}`
  }
  return key
}

const UNCACHED_HEADERS = ['authorization', 'x-http-method-override'] as const
const FORWARDED_HEADERS = ['x-forwarded-proto', 'x-forwarded-host'] as const
/** Headers that shape a document, besides Host and Accept. */
const SHAPING_HEADERS = [
  ...FORWARDED_HEADERS,
  'accept-language',
  'x-filter',
  'x-format-datetime',
  'x-timezone',
  'x-format-values'
] as const
