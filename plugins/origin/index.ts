/**
 * The origin of a request: who sends it, and from where. Browsers with a session and clients of the original service
 * send requests of their own kinds. They are rewritten to plain ones here, once, before the router runs, so the rest of
 * the code only handles plain ones.
 */
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutExtension } from '../formats.ts'
import { refuseParameter } from '../refusals.ts'
import { baseUrlOf } from './base-url.ts'
import { adaptBrowser, sessionCookieName, type BrowserRequest } from './browsers.ts'
import { adaptExistingProgram, OVERRIDE } from './existing-programs.ts'
import { keyOf } from './key.ts'

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
    /** Set by `originOf`. */
    origin?: Origin
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly origin: Origin
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
    /** Returns the same as `linkBase`, but undefined if the Host header is malformed. */
    baseUrlOf: (request: FastifyRequest) => string | undefined
  }
}

const plainOriginOf = (message: IncomingMessage, sessionCookie: string): Origin => {
  const key = keyOf(message)
  const { url: plainUrl, isPersonal } = adaptExistingProgram(message)
  return { key, isPersonal, ...adaptBrowser(message, plainUrl, sessionCookie) }
}

/** Returns the address that the router sees: that of the plain request, without the extension of a format. */
export const rewriteUrl = (message: IncomingMessage, { url }: Origin): string => {
  // Fastify has set originalUrl to the address as it was sent; logs, error texts and links need the plain one.
  if (url !== message.url) Object.assign(message, { originalUrl: url })
  return withoutExtension(url)
}

/** @param baseUrl the configured base URL; empty to derive it from the request */
const origin = async (app: FastifyInstance, { baseUrl }: { baseUrl: string }) => {
  const sessionCookie = sessionCookieName(baseUrl)
  const originOf = (message: IncomingMessage): Origin => (message.origin ??= plainOriginOf(message, sessionCookie))
  app.decorate('sessionCookie', sessionCookie)
  app.decorate('originOf', originOf)
  app.decorateRequest('origin', {
    getter() {
      return originOf(this.raw)
    }
  })
  app.decorate('baseUrlOf', (request: FastifyRequest) => baseUrlOf(request, baseUrl))
  app.decorate('linkBase', (request: FastifyRequest) => {
    const base = baseUrlOf(request, baseUrl)
    if (base === undefined) throw app.httpErrors.badRequest('The Host header is not a host name with an optional port')
    return base
  })
  app.addHook('onRequest', (request, _reply, done) => {
    // Several headers are joined with commas. Proxies could disagree on which one counts (RFC 9112, section 3.2).
    if (request.headers.host?.includes(',') === true) throw app.httpErrors.badRequest('Send one Host header')
    // The header is still there, so the request is not a POST, or the method is not PUT or DELETE. It must not
    // be ignored, because the client would believe that the other method was executed.
    if (request.headers[OVERRIDE] !== undefined) {
      refuseParameter('X-HTTP-Method-Override', 'must be PUT or DELETE, on a POST; send other methods directly')
    }
    done()
  })
}

export default fp(origin, { name: 'origin', dependencies: ['@fastify/sensible'], fastify: '5.x' })
