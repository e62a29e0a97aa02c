/** Refuses a method that an address does not take with 405, and answers OPTIONS at every address. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'] as const

/** How addresses are compared; the service's router compares them in the same way. */
export interface MethodsOptions {
  readonly router: findMyWay.Config<findMyWay.HTTPVersion.V1>
}

/** An address of the service. */
interface Address {
  /** The methods that it takes. */
  readonly names: ReadonlySet<string>
  /** The same as an Allow header. */
  readonly allow: string
}

/**
 * Register it before the routes that it guards. The router of Fastify can't do this: it would take `PUT Blog/Live` for
 * a change of the blog `Live`.
 */
const methods = async (app: FastifyInstance, { router }: MethodsOptions) => {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const address = url.replace(/(.)\/$/, '$1')
    const names = taken.get(address) ?? new Set()
    for (const name of [method].flat()) names.add(name)
    taken.set(address, names)
  })

  // Finds an address whatever the method is.
  const addresses = findMyWay(router)
  app.addHook('onReady', async () => {
    for (const [address, names] of taken) {
      const allow = EVERY_METHOD.filter((name) => names.has(name) || name === 'OPTIONS').join(', ')
      const store: Address = { names, allow }
      addresses.on('GET', address, () => {}, store)
    }
  })

  // Before the body is read: a method that is not taken is refused whatever it carries.
  app.addHook('onRequest', async ({ method, raw }, reply) => {
    const address: Address | undefined = addresses.find('GET', raw.url ?? '')?.store
    if (address === undefined || address.names.has(method)) return
    reply.header('allow', address.allow)
    if (method === 'OPTIONS') return reply.code(204).send()
    throw app.httpErrors.createError(405, `This address takes ${address.allow}`, { headers: { allow: address.allow } })
  })
}

export default fp(methods, { name: 'methods', dependencies: ['@fastify/sensible'], fastify: '5.x' })
