/**
 * The origin of a request: who sends it, and from where. Browsers with a session and clients of the original service
 * send requests of their own kinds. They are rewritten to plain ones here, once, before the router runs, so the rest of
 * the code only handles plain ones.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { EXTENSION, sendsForm } from '../formats.ts'
import { refuseParameter } from '../refusals.ts'
import { adaptBrowser, BROWSER_HEADERS, type BrowserRequest } from './browsers.ts'
import { adaptExistingProgram, OVERRIDE } from './existing-programs.ts'
import { presentationNames } from '../../schemas/language/presentation.ts'

export interface Origin extends BrowserRequest {
  /** All that shapes the response, as the client sent it; undefined if the response is never cached. */
  readonly key: string | undefined
  /** The address of the plain request, with the extension of a format. */
  readonly url: string
  /** Whether the address was below `/resources/my/`, which needs a session. */
  readonly isPersonal: boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    origin?: Origin
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly origin: Origin
  }
  interface FastifyContextConfig {
    /** The address that clients use, if it has an extension: the router sees addresses without it. */
    address?: string
  }
  interface FastifyInstance {
    /** Returns the origin of a request. The first call rewrites the request, if needed, to a plain one. */
    originOf: (message: IncomingMessage) => Origin
    /** Name of the cookie that holds the session token of a browser. */
    sessionCookie: string
    /**
     * Returns the base URL of a request's links, without a final slash.
     * @throws HttpError 400 if the Host header is malformed
     */
    linkBase: (request: FastifyRequest) => string
    /** The base URL of the settings, without a final slash; empty if links have the base of each request. */
    configuredBase: string
    /** Returns the same as `linkBase`, but undefined if the Host header is malformed. */
    baseUrlOf: (request: FastifyRequest) => string | undefined
  }
}

const originOf = (message: IncomingMessage, sessionCookie: string): Origin => {
  const key = keyOf(message)
  const { url: sentUrl = '/' } = message
  const { url, isPersonal } = isOfExistingProgram(message, sentUrl)
    ? adaptExistingProgram(message, sentUrl)
    : { url: sentUrl, isPersonal: false }
  return isOfBrowser(message, url)
    ? { key, isPersonal, ...adaptBrowser(message, url, sessionCookie) }
    : { key, isPersonal, url, isForm: false, isBrowserSession: false }
}

// Every cached document is sent after these checks, so they look for as little as possible. The name of a parameter can
// be percent-encoded.
const isOfExistingProgram = ({ headers }: IncomingMessage, url: string) =>
  headers[OVERRIDE] !== undefined || url.includes('/my') || (url.includes('?') && /authorization|accept|%/i.test(url))

const isOfBrowser = (message: IncomingMessage, url: string) => {
  const { headers, method } = message
  if (hasSessionCookie(headers)) return true
  return method === 'GET' || method === 'HEAD' ? url.includes('=') && /=(&|$)/.test(url) : sendsForm(message)
}

const hasSessionCookie = ({ cookie }: IncomingHttpHeaders) => cookie?.includes(`${COOKIE}=`) === true

const COOKIE = 'desk_session'

/** Returns the key of a request; undefined for requests that are never answered from the cache. */
const keyOf = ({ method, headers, socket, url }: IncomingMessage): string | undefined => {
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

/** Returns the id of a request: that of a proxy, or else a new one. */
export const requestId = ({ headers: { 'x-request-id': proxyId } }: IncomingMessage): string =>
  typeof proxyId === 'string' && REQUEST_ID.test(proxyId) ? proxyId : randomUUID()

/** Request ids that are accepted from a proxy. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Returns the address that the router sees: that of the plain request, without the extension of a format. */
export function rewriteUrl(this: FastifyInstance, message: IncomingMessage): string {
  const { url } = this.originOf(message)
  // Fastify has set originalUrl to the address as it was sent; logs, error texts and links need the plain one.
  if (url !== message.url) Object.assign(message, { originalUrl: url })
  return withoutExtension(url)
}

/** Removes the extension of a format from an address: `/Blog/1.json` becomes `/Blog/1`, which the router knows. */
export const withoutExtension = (url: string): string => url.replace(EXTENSION, '$<path>$<query>')

const extensionOf = (url: string) => EXTENSION.exec(url)?.groups?.extension

/** @param baseUrl the configured base URL; empty to derive it from the request */
const origin = async (app: FastifyInstance, { baseUrl }: { baseUrl: string }) => {
  // With the prefix, browsers take the cookie only from this host and over HTTPS (RFC 6265bis, section 4.1.3): no other
  // host of the domain can set it. Without a base URL, requests may come over HTTP too.
  const sessionCookie = baseUrl.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE
  app.decorate('sessionCookie', sessionCookie)
  app.decorate('originOf', (message) => (message.origin ??= originOf(message, sessionCookie)))
  app.decorateRequest('origin', {
    getter() {
      return app.originOf(this.raw)
    }
  })
  app.decorate('configuredBase', baseUrl)
  app.decorate('baseUrlOf', (request: FastifyRequest) => baseUrlOf(request, baseUrl))
  app.decorate('linkBase', (request: FastifyRequest) => {
    const base = baseUrlOf(request, baseUrl)
    if (base === undefined) throw app.httpErrors.badRequest('The Host header is not a host name with an optional port')
    return base
  })
  app.addHook('onRoute', (route) => {
    const { address } = route.config ?? {}
    if (address === undefined) return
    const extension = extensionOf(address)
    const requireExtension: onRequestHookHandler = ({ originalUrl }, reply, done) => {
      if (extensionOf(originalUrl) === extension) done()
      else reply.callNotFound()
    }
    route.onRequest = [requireExtension, route.onRequest ?? []].flat()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(BROWSER_HEADERS)
    // Several headers are joined with commas. Proxies could disagree on which one counts (RFC 9112, section 3.2).
    if (request.headers.host?.includes(',') === true) throw app.httpErrors.badRequest('Send one Host header')
    // The header is still there, so the request is not a POST, or the method is not PUT or DELETE. It must not
    // be ignored, because the client would believe that the other method was executed.
    if (request.headers[OVERRIDE] !== undefined) {
      refuseParameter('X-HTTP-Method-Override', 'must be PUT or DELETE, on a POST; send other methods directly')
    }
    // A browser's preflight request (OPTIONS) has no Authorization header.
    if (!request.origin.isPersonal || request.method === 'OPTIONS') return done()
    reply.header('cache-control', 'private, no-store')
    app.authorization.userOf(request).then(() => done(), done)
  })
}

/**
 * Returns the base URL of a request's links, without a final slash: the configured one, else scheme and host of the
 * request. Fastify reads `X-Forwarded-*` only from trusted proxies, so other clients cannot change the links.
 * @returns undefined if the Host header is malformed
 */
const baseUrlOf = (request: FastifyRequest, configured: string): string | undefined => {
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

/**
 * Parses a query string. A repeated parameter becomes an array. Parameters that can also be sent as headers, such as
 * X-Filter, may be written in upper or lower case.
 */
export const readQuery = (text: string): Record<string, string | readonly string[]> => {
  // A Map, because a parameter may have the name of an object's built-in property, such as __proto__.
  const query = new Map<string, string[]>()
  for (const [parameter, value] of new URLSearchParams(text)) {
    if (IGNORED_PARAMETERS.test(parameter)) continue
    const name = presentationNames.get(parameter.toLowerCase()) ?? parameter
    const values = query.get(name)
    if (values === undefined) query.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(
    Array.from(query, ([name, [value = '', ...more]]) => [name, more.length === 0 ? value : [value, ...more]])
  )
}

/** Parameters that browsers, script libraries and advertisements add to addresses. */
const IGNORED_PARAMETERS = /^(_|utm_.*|fbclid|gclid)$/

export default fp(origin, { name: 'origin', dependencies: ['@fastify/sensible'] })
