/**
 * Answers from kept documents before the router, hooks and handlers see the request: a hit is a look-up and a write.
 * Everything that shapes an answer is in the form of the request that is looked up.
 */
import { createServer, type IncomingMessage, type ServerOptions } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { answer } from './answer.ts'
import type { Store } from './store.ts'

/**
 * A server that asks the store first.
 * @param isCurrent whether kept documents may be trusted now
 * @param limits of the server: Fastify leaves them to whoever makes it
 */
export const frontedServer = (store: Store, isCurrent: () => boolean, limits: ServerOptions): FastifyServerFactory => (handle) => {
  const server = createServer(limits, (request, response) => {
    const form = formOf(request, request.url)
    const found = form === undefined ? undefined : store.known(form)
    if (found === undefined || !isCurrent()) return handle(request, response)
    found.kept.hits += 1
    // A server that is closing waits for connections that are in use.
    if (!server.listening) response.shouldKeepAlive = false
    answer(request, response, store, found.key, found.kept)
  })
  return server
}

/**
 * The form of a request; undefined for one that is never answered from here.
 * @param url as it was sent: the router rewrites it
 */
export const formOf = ({ method, headers, socket }: IncomingMessage, url: string | undefined): string | undefined => {
  const { host } = headers
  // Without a host, links start with the connection's own address.
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined || url === undefined || host === undefined || host === '') return undefined
  let form = `${url}\n${host}\n${headers.accept ?? ''}`
  // Whether these count depends on who sends them, so what one sender was answered is not for another.
  if (headers['x-forwarded-proto'] !== undefined || headers['x-forwarded-host'] !== undefined) form += `\n${socket.remoteAddress}`
  // Each under its name: what one header says must never look like another's absence.
  for (const name of SHAPING) {
    const value = headers[name]
    if (value !== undefined) form += `\n${name}:${String(value)}`
  }
  return form
}

// Beside url, host and accept.
export const SHAPING = ['x-forwarded-proto', 'x-forwarded-host', 'accept-language', 'x-filter', 'x-format-datetime', 'x-timezone', 'x-format-values'] as const
