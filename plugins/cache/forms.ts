/**
 * Answers from cached documents before the router, hooks and handlers see the request: a hit is a look-up and a write.
 * Everything that shapes an answer is in the form of the request that is looked up.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

/** The keys of documents by the forms of the requests that they answered. */
export interface Forms {
  /** The key for a request, undefined when none like it was answered. */
  readonly keyOf: (request: IncomingMessage) => string | undefined
  /** @param url as it was sent: the router rewrites it */
  readonly remember: (request: IncomingMessage, url: string, key: string) => void
}

/** @param maxBytes the most bytes they may take */
export const requestForms = (maxBytes: number): Forms => {
  const keys = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: (key, form) => (form.length + key.length) * 2 + 128
  })
  return {
    keyOf: (request) => {
      const form = formOf(request, request.url)
      return form === undefined ? undefined : keys.get(form)
    },
    remember: (request, url, key) => {
      const form = formOf(request, url)
      if (form !== undefined) keys.set(form, key)
    }
  }
}

/** The form of a request; undefined for one that is never answered from here. */
const formOf = ({ method, headers, socket }: IncomingMessage, url: string | undefined): string | undefined => {
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
  ...FORWARDED, 'accept-language', 'x-filter', 'x-format-datetime', 'x-timezone', 'x-format-values'
] as const
