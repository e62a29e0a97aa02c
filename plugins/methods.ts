/** Responds with 405 to methods that an address does not support, and to OPTIONS at every address. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'] as const

export interface MethodsOptions {
  /** Options of the router for addresses: the same as those of Fastify's router. */
  readonly router: findMyWay.Config<findMyWay.HTTPVersion.V1>
}

/** The supported methods of an address. */
interface Address {
  readonly methods: ReadonlySet<string>
  /** Value of the Allow header. */
  readonly allow: string
}

/**
 * Must be registered before the routes. Fastify's own router cannot detect all such methods: it would route
 * `PUT Blog/Live` to the PUT of a blog with the id `Live`.
 */
const methods = async (app: FastifyInstance, { router }: MethodsOptions) => {
  const methodsByAddress = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const address = url.replace(/(.)\/$/, '$1')
    const supported = methodsByAddress.get(address) ?? new Set()
    for (const name of [method].flat()) supported.add(name)
    methodsByAddress.set(address, supported)
  })

  // A router that ignores the method: all addresses are registered as GET.
  const addresses = findMyWay(router)
  app.addHook('onReady', async () => {
    for (const [address, supported] of methodsByAddress) {
      const allow = EVERY_METHOD.filter((name) => supported.has(name) || name === 'OPTIONS').join(', ')
      const store: Address = { methods: supported, allow }
      addresses.on('GET', address, () => {}, store)
    }
  })

  // onRequest runs before the body is parsed, so errors in the body do not matter.
  app.addHook('onRequest', async ({ method, raw }, reply) => {
    const address: Address | undefined = addresses.find('GET', raw.url ?? '')?.store
    if (address === undefined || address.methods.has(method)) return
    reply.header('allow', address.allow)
    if (method === 'OPTIONS') return reply.code(204).send()
    throw app.httpErrors.createError(405, `This address takes ${address.allow}`, { headers: { allow: address.allow } })
  })
}

export default fp(methods, { name: 'methods', dependencies: ['@fastify/sensible'] })
