/**
 * Takes requests as programs for the original service send them: below `/resources/my/`, where a session is needed;
 * with the token or Accept as a parameter; with PUT and DELETE sent as POST. All other files see plain requests.
 */
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { refuseParameter } from './faults/refusals.ts'

/**
 * Makes a plain request of one that is not.
 * @returns its address, without the parameters that stand for headers
 */
export const adapt = (request: IncomingMessage): string => {
  const { headers, method, url = '/' } = request
  const override = headers[OVERRIDE]
  if (method === 'POST' && (override === 'PUT' || override === 'DELETE')) {
    request.method = override
    delete headers[OVERRIDE]
  }
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
  const plainPath = path.replace(MY, '$1')
  if (plainPath !== path) {
    personal.add(request)
    headers['content-type'] ??= 'application/json'
  }
  const plainQuery = query === undefined ? '' : `?${withoutHeaders(query, headers)}`
  const address = plainPath + (plainQuery === '?' ? '' : plainQuery)
  // Fastify took this from the request; logs, errors and links are made of it.
  if (address !== url) Object.assign(request, { originalUrl: address })
  return address
}

/** Whether a request was sent to an address below `/resources/my/`. */
export const isPersonal = (request: IncomingMessage): boolean => personal.has(request)

const personal = new WeakSet<IncomingMessage>()

const OVERRIDE = 'x-http-method-override'
// The router, too, takes several slashes for one, and an address that names a host.
const MY = /^((?:https?:\/\/[^/]*)?\/+resources)\/+my(?=[/.]|$)/

/** The other parameters of a query; those that stand for headers become headers. */
const withoutHeaders = (query: string, headers: IncomingMessage['headers']): string => {
  // Names may be escaped, but hardly any are.
  if (!/authorization|accept|%/i.test(query)) return query
  return query
    .split('&')
    .filter((parameter) => {
      const [[name, value] = ['', '']] = new URLSearchParams(parameter)
      switch (name.toLowerCase()) {
        case 'authorization':
          // Otherwise a link could have somebody act in a session of the link's author.
          headers.authorization ??= value
          return false
        case 'accept':
          headers.accept = value
          return false
        default:
          return true
      }
    })
    .join('&')
}

const existingPrograms = async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    // Its sender believes that another method is carried out.
    if (request.headers[OVERRIDE] !== undefined) {
      refuseParameter('X-HTTP-Method-Override', 'must be PUT or DELETE, on a POST; otherwise use the method itself')
    }
    // A browser asks with OPTIONS, without a session, whether it may send one.
    if (!isPersonal(request.raw) || request.method === 'OPTIONS') return done()
    reply.header('cache-control', 'private, no-store')
    app.authorization.userOf(request).then(() => done(), done)
  })
}

export default fp(existingPrograms, { name: 'existing-programs', dependencies: ['authorization'], fastify: '5.x' })
